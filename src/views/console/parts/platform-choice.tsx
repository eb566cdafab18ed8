// The choice of a platform, and the fields of that platform. The fields of the others are hidden by the stylesheet
// alone, so also without JavaScript, and the server ignores them.
import type { ComponentChildren } from 'preact';
import type { PlatformName } from '../../../core/applications/applications/application.ts';
import { fieldOf } from '../../parts/faults.tsx';
import { ConsoleText, consoleFaultText, type FormOf } from './console-fields.tsx';

type Props = {
  of: FormOf;
  offered: readonly PlatformName[];
  siteDomain: string;
  /** More fields; those in `of-web` and `of-native` are shown only for these platforms. */
  children?: ComponentChildren;
};

const Radio = ({ of, platform, checked }: { of: FormOf; platform: PlatformName; checked: boolean }) => (
  <label class="radio">
    <input type="radio" name="platform" value={platform} checked={checked} />
    <span>{of.messages.console.new.platforms[platform]}</span>
  </label>
);

const FieldsOf = ({ of, platform, siteDomain }: { of: FormOf; platform: PlatformName; siteDomain: string }) => {
  const words = of.messages.console.new;
  if (platform === 'Web') {
    return (
      <ConsoleText
        of={of}
        name="site_domain"
        label={words.siteDomain}
        hint={words.siteDomainHint}
        current={siteDomain}
        type="url"
        inputmode="url"
      />
    );
  }
  return platform === 'Android' ? (
    <ConsoleText
      of={of}
      name="package_name"
      label={words.packageName}
      hint={words.packageNameHint}
      current=""
      optional
    />
  ) : (
    <ConsoleText of={of} name="bundle_id" label={words.bundleId} hint={words.bundleIdHint} current="" optional />
  );
};

export const PlatformChoice = ({ of, offered, siteDomain, children }: Props) => {
  const chosen = of.sent?.values.get('platform') ?? offered[0];
  const fault = of.sent?.faults.find((candidate) => fieldOf(candidate) === 'platform');
  return (
    <div class="platform-choice">
      <fieldset id={`${of.id}-platform`}>
        <legend>{of.messages.console.new.platform}</legend>
        {fault ? <p class="fault">{consoleFaultText(fault, of.messages)}</p> : null}
        <div class="radios">
          {offered.map((platform) => (
            <Radio key={platform} of={of} platform={platform} checked={platform === chosen} />
          ))}
        </div>
      </fieldset>
      {offered.map((platform) => (
        <div key={platform} class={`of-${platform.toLowerCase()}`}>
          <FieldsOf of={of} platform={platform} siteDomain={siteDomain} />
        </div>
      ))}
      {children}
    </div>
  );
};
