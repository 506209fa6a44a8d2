import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AuditEntries, Role, Sentence } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { MoreOfList } from '../../components/elements/more-of-list.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { formatCount, momentInTime } from '../../state/format.ts';
import { PagedList } from '../../state/server/paged-list.ts';
import { inWords } from '../../state/sentences.ts';
import { words } from '../../strings/admin/index.ts';
import { text } from '../../strings/index.ts';

const atOnce = '100';

/** The audit log, newest first. */
export function AuditSection(): JSX.Element {
  const [action, setAction] = useState('');
  return (
    <Panel title={words.audit} hint={words.auditHint}>
      <div class="form">
        <div class="field">
          <label for="audit-action">{words.actionFilter}</label>
          <select
            id="audit-action"
            value={action}
            onChange={({ currentTarget }) => {
              setAction(currentTarget.value);
            }}
          >
            <option value="">{words.allActions}</option>
            {Object.entries(words.actions).map(([id, label]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </div>
      <Entries key={action} action={action} />
    </Panel>
  );
}

function Entries({ action }: { action: string }): JSX.Element {
  const { api } = useApp();
  const [list] = useState(
    () =>
      new PagedList(async (before: number | null) => {
        const page = { limit: atOnce, ...(before !== null && { before: String(before) }) };
        const { entries, next_before: next } = await api.admin.audit({ ...page, ...(action !== '' && { action }) });
        return { items: entries, next };
      }),
  );
  useEffect(() => void list.begin(), []);
  const entries = list.items.value;
  return (
    <>
      {list.phase.value === 'there' && entries.length === 0 && <p class="hint">{words.noEntries}</p>}
      <ul class="rows log">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <MoreOfList list={list} label={words.showMore} />
    </>
  );
}

/** Translates the role in an entry. */
function withRole({ kind, about }: Sentence): Sentence {
  const { role } = about;
  return role === undefined ? { kind, about } : { kind, about: { role: words.roles[role as Role] } };
}

function Entry({ entry }: { entry: AuditEntries['entries'][number] }): JSX.Element {
  const { at, action, actor, subject, detail, told, address, times, last_at: lastAt } = entry;
  const [from, to] = [momentInTime(at), momentInTime(lastAt)];
  const when = [from === to ? from : `${from} ${words.until(to)}`, times > 1 ? words.times(formatCount(times)) : ''];
  return (
    <li>
      <div class="row-text">
        <span>
          <strong>{words.actions[action] ?? action}</strong>
          {subject !== null && (
            <>
              {/* The colon alone, which French writes with a space before it. */}
              {text.labelled('', '')}
              <bdi>{subject}</bdi>
            </>
          )}
          {detail !== null && <span class="hint"> ({inWords(detail, told.map(withRole), text.sentences, ', ')})</span>}
        </span>
        <small>
          <bdi>{actor === null ? words.nobody : actor === 'command line' ? words.commandLine : actor}</bdi>
          {address !== null && `, ${address}`}
        </small>
      </div>
      <small class="hint when">{when.filter(Boolean).join(', ')}</small>
    </li>
  );
}
