// The sign-in button for applications: every variant to look at and to copy, and the rules for its use.

import { Copyable } from '../console/parts/console-parts.tsx';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import { LANGUAGES, type PageContext } from '../page/page.ts';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { buttonPath, imageCode, inlineCode } from './button-code.tsx';
import { BUTTON_SIZES, BUTTON_THEMES, type ButtonTheme, type ButtonVariant, lookOf } from './button-image.tsx';

export type ButtonPageProps = { authUrl: string };

type Part = { context: PageContext; messages: Messages; props: ButtonPageProps };

export const ButtonImage = ({ context, variant }: { context: PageContext; variant: ButtonVariant }) => {
  const { text, width, height } = lookOf(context.brand, variant);
  return (
    <img class="sign-in" src={buttonPath(variant)} alt={text} width={width} height={height} lang={variant.language} />
  );
};

const Variant = ({ context, messages, props, variant }: Part & { variant: ButtonVariant }) => (
  <li>
    <p class="hint">
      {messages.reference.button.sizes[variant.size]}&nbsp;· {messagesFor(variant.language).languageName}
    </p>
    <p class={variant.theme === 'dark' ? 'stage dark' : 'stage'}>
      <ButtonImage context={context} variant={variant} />
    </p>
    <Copyable of={imageCode(context.brand, variant, props.authUrl)} messages={messages} />
  </li>
);

const Theme = ({ theme, ...part }: Part & { theme: ButtonTheme }) => {
  const { context, messages } = part;
  const words = messages.reference.button;
  const variants = BUTTON_SIZES.flatMap((size) => LANGUAGES.map((language) => ({ theme, size, language })));
  const inline = inlineCode(context.brand, { theme, size: 'large', language: context.language });
  return (
    <section class="card" id={theme} aria-labelledby={`${theme}-title`}>
      <h2 id={`${theme}-title`}>{words.themes[theme].title}</h2>
      <p class="hint">{words.themes[theme].hint}</p>
      <ul class="variants">
        {variants.map((variant) => (
          <Variant key={buttonPath(variant)} {...part} variant={variant} />
        ))}
      </ul>
      <h3>{words.inline}</h3>
      <p class="hint">{words.inlineHint}</p>
      <Copyable of={inline} messages={messages} />
    </section>
  );
};

export const renderButtonPage = (context: PageContext, props: ButtonPageProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.reference.button;
  return renderPage(
    context,
    { title: words.title, developers: true, copies: true },
    <>
      <div class="card">
        <Heading title={words.title} lede={[words.lede]} />
        <p>{words.start}</p>
      </div>
      {BUTTON_THEMES.map((theme) => (
        <Theme key={theme} theme={theme} context={context} messages={messages} props={props} />
      ))}
      <section class="card" aria-labelledby="rules">
        <h2 id="rules">{words.rulesTitle}</h2>
        <ul class="rules">
          {words.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
    </>,
  );
};
