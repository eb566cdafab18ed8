// The API reference: every operation that programs call, with its parameters, fields, answers and examples. The build
// renders it (http/openapi/template.ts); built-page.tsx puts it into a page.

import { render } from 'preact-render-to-string';
import { messagesFor } from '../messages/messages-for.ts';
import type { Language } from '../page/page.ts';
import { Heading } from '../parts/heading.tsx';
import { Code } from './code.tsx';
import { Description, Fields, type ReferenceWords, TypeText } from './reference-fields.tsx';
import type { Operation, ReferenceAnswer, ReferenceProps } from './reference-props.ts';

type Part = { props: ReferenceProps; words: ReferenceWords };
type Shown = { operation: Operation; words: ReferenceWords };

const groupTitle = (name: string, words: ReferenceWords): string =>
  (words.groups as Readonly<Record<string, string>>)[name] ?? name;

const Contents = ({ props, words }: Part) => (
  <nav class="contents" aria-labelledby="contents">
    <h2 id="contents">{words.contents}</h2>
    <ul>
      {props.groups.map(({ id, name, operations }) => (
        <li key={id} class="chapter">
          <a href={`#${id}`}>{groupTitle(name, words)}</a>
          <details>
            <summary>{words.operations(operations.length)}</summary>
            <ul lang="en">
              {operations.map((operation) => (
                <li key={operation.id}>
                  <a href={`#${operation.id}`}>{operation.summary}</a>
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
      <li>
        <a href="#schemas">{words.schemas}</a>
      </li>
    </ul>
  </nav>
);

/** A program that sends the example, for a shell. */
const commandOf = ({ method, url, access, body }: Operation): string => {
  const token = access === 'accessToken' ? 'ACCESS_TOKEN' : 'API_TOKEN';
  const json = body?.mediaTypes.includes('application/json') === true;
  const lines = [
    `curl ${method === 'GET' || (method === 'POST' && json) ? '' : `-X ${method} `}'${url}'`,
    ...(access === 'public' ? [] : [`-H "Authorization: Bearer $${token}"`]),
    ...(json ? [`--json '${JSON.stringify(body?.example, null, 2).replaceAll("'", "'\\''")}'`] : []),
    ...(body?.mediaTypes.includes('image/png') ? ["-H 'Content-Type: image/png' --data-binary @logo.png"] : []),
  ];
  return lines.join(' \\\n  ');
};

const Example = ({ title, text }: { title: string; text: string }) => (
  <>
    <p class="hint">{title}</p>
    <pre dir="ltr" lang="en">
      <code>{text}</code>
    </pre>
  </>
);

const Examples = ({ operation, words }: Shown) => {
  const answered = operation.answers.find(({ example }) => example !== undefined);
  return (
    <details>
      <summary>{words.example}</summary>
      <Example title={words.request} text={commandOf(operation)} />
      {answered === undefined ? null : (
        <Example title={words.answer(answered.status)} text={JSON.stringify(answered.example, null, 2)} />
      )}
    </details>
  );
};

const Body = ({ operation, words }: Shown) => {
  const { body } = operation;
  if (body === undefined) return null;
  return (
    <>
      <h4>{words.body}</h4>
      <p class="hint">
        {body.required ? words.bodyRequired : words.bodyOptional}{' '}
        {body.mediaTypes.map((type, at) => (
          <>
            {at > 0 ? ', ' : null}
            <Code of={type} />
          </>
        ))}
      </p>
      <Fields of={body.fields} words={words} />
    </>
  );
};

const AnswerText = ({ answer, words }: { answer: ReferenceAnswer; words: ReferenceWords }) => (
  <li>
    <p>
      <b>{answer.status === 'default' ? words.otherStatus : answer.status}</b>{' '}
      {answer.type === undefined ? null : (
        <span class="hint limits">
          <TypeText of={answer.type} words={words} />
        </span>
      )}
    </p>
    <p>
      <Description of={answer.description} />
    </p>
  </li>
);

const OperationText = ({ operation, words }: Shown) => {
  const { id, method, path, summary, description, access, forMachines, scope, parameters, answers } = operation;
  const isRefused = ({ status }: ReferenceAnswer) => !status.startsWith('2');
  return (
    <div class="entry" id={id}>
      <h3 lang="en">
        <a href={`#${id}`}>{summary}</a>
      </h3>
      <p class="route">
        <b>{method}</b> <Code of={path} />
      </p>
      {description === undefined ? null : (
        <p>
          <Description of={description} />
        </p>
      )}
      <p class="hint">
        {words.access} {words.accesses[access]}
        {forMachines ? words.orMachine : ''}
        {scope === undefined ? null : (
          <>
            {' '}
            ({words.scope} <Code of={scope} />)
          </>
        )}
      </p>
      {parameters.length === 0 ? null : (
        <>
          <h4>{words.parameters}</h4>
          <Fields of={parameters} words={words} placeOf={({ place }) => words.places[place]} />
        </>
      )}
      <Body operation={operation} words={words} />
      <h4>{words.answers}</h4>
      <ul class="fields">
        {answers
          .filter((answer) => !isRefused(answer))
          .map((answer) => (
            <AnswerText key={answer.status} answer={answer} words={words} />
          ))}
      </ul>
      <details>
        <summary>{words.otherAnswers}</summary>
        <ul class="fields">
          {answers.filter(isRefused).map((answer) => (
            <AnswerText key={answer.status} answer={answer} words={words} />
          ))}
        </ul>
      </details>
      <Examples operation={operation} words={words} />
    </div>
  );
};

/** @returns the contents of the page in the language */
export const renderReference = (language: Language, props: ReferenceProps): string => {
  const words = messagesFor(language).reference.api;
  return render(
    <>
      <div class="card">
        <Heading title={words.title} lede={[words.lede]} />
        <p>
          <Description of={props.description} />
        </p>
        <p class="found">
          <a href="/openapi">{words.document}</a>&nbsp;· <a href="/errors">{words.errors}</a>
        </p>
      </div>
      <div class="with-contents">
        <Contents props={props} words={words} />
        <div>
          {props.groups.map(({ id, name, description, operations }) => (
            <section key={id} class="card" id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{groupTitle(name, words)}</h2>
              <p class="hint">
                <Description of={description} />
              </p>
              {operations.map((operation) => (
                <OperationText key={operation.id} operation={operation} words={words} />
              ))}
            </section>
          ))}
          <section class="card" id="schemas" aria-labelledby="schemas-title">
            <h2 id="schemas-title">{words.schemas}</h2>
            <p class="hint">{words.schemasHint}</p>
            {props.schemas.map(({ name, fields }) => (
              <div key={name} class="entry" id={`schema-${name}`}>
                <h3 lang="en">
                  <a href={`#schema-${name}`}>{name}</a>
                </h3>
                <Fields of={fields} words={words} />
              </div>
            ))}
          </section>
        </div>
      </div>
    </>,
  );
};
