// The top of a card: the application, what to do, and why.
import type { ComponentChildren } from 'preact';
import type { Phrase } from '../page/phrase.ts';
import { ApplicationMark } from './application-mark.tsx';
import { Words } from './words.tsx';

/** @param props `within`: the page has its own heading, so this is not one */
export const Heading = (props: {
  application?: string | undefined;
  logo?: string | undefined;
  title: ComponentChildren;
  lede?: Phrase;
  within?: boolean;
}) => (
  <div class="heading">
    {props.application === undefined ? null : <ApplicationMark name={props.application} logo={props.logo} />}
    {props.within ? <p class="title">{props.title}</p> : <h1>{props.title}</h1>}
    {props.lede === undefined ? null : (
      <p class="lede">
        <Words of={props.lede} />
      </p>
    )}
  </div>
);
