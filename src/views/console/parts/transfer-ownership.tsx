// The form on an application's team page that hands it over to a member.
import type { Member } from '../../../core/applications/members/member.ts';
import type { Messages } from '../../messages/messages-for.ts';
import { NameText, ValueText } from '../../parts/words.tsx';
import { ConsoleFaultOf, ConsoleForm, type FormOf, formOf } from './console-fields.tsx';
import type { ApplicationPage, TeamProps } from './console-page.ts';
import { Danger } from './console-parts.tsx';
import { sectionPath } from './sections.ts';

type Part = { page: ApplicationPage; messages: Messages; props: TeamProps };

/** Members who may not own it are shown with why, before a choice is made. */
const NewOwner = ({ member, of, words }: { member: Member; of: FormOf; words: Messages['console']['team'] }) => {
  const { accountId, nickname, email, cannotOwn } = member;
  return (
    <label class="radio">
      <input
        type="radio"
        name="entry"
        value={accountId}
        checked={of.sent?.values.get('entry') === accountId}
        disabled={cannotOwn !== undefined}
      />
      <span>
        <span class="what">
          <NameText of={nickname ?? email} />
        </span>
        <span class="hint">
          <ValueText of={email} />
        </span>
        {cannotOwn === undefined ? null : <span class="hint">{words.cannotOwn[cannotOwn]}</span>}
      </span>
    </label>
  );
};

export const TransferOwnership = ({ page, props, messages }: Part) => {
  const words = messages.console.team;
  const of = formOf(page, 'hand-over', messages);
  const others = props.members.filter(({ role }) => role !== 'owner');
  const mayChoose = others.some(({ cannotOwn }) => cannotOwn === undefined);
  return (
    <Danger title={words.handOver} open={of.sent !== undefined}>
      <p>{others.length === 0 ? words.handOverNobody : words.handOverHint}</p>
      {others.length === 0 ? null : (
        <ConsoleForm href={sectionPath(page.application.id, 'team')} csrf={page.csrf} of={of} action="hand-over">
          <fieldset id={`${of.id}-entry`}>
            <legend>{words.newOwner}</legend>
            <div class="radios">
              {others.map((member) => (
                <NewOwner key={member.accountId} member={member} of={of} words={words} />
              ))}
            </div>
            <ConsoleFaultOf of={of} name="entry" />
          </fieldset>
          <p>{words.handOverOffer}</p>
          {mayChoose ? (
            <button type="submit" class="small bad" data-working="">
              {words.handOverConfirm}
            </button>
          ) : null}
        </ConsoleForm>
      )}
    </Danger>
  );
};
