// The top of a card: whom it is for, what to do, and why.
import type { ComponentChildren } from 'preact';
import { ApplicationMark } from './application-mark.tsx';
import type { Phrase } from './messages/phrase.ts';
import { Words } from './words.tsx';

export const Heading = (props: { application?: string | undefined; title: ComponentChildren; lede?: Phrase }) => (
  <div class="heading">
    {props.application === undefined ? null : <ApplicationMark name={props.application} />}
    <h1>{props.title}</h1>
    {props.lede === undefined ? null : (
      <p class="lede">
        <Words of={props.lede} />
      </p>
    )}
  </div>
);
