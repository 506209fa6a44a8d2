import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Share } from '../../../core/http/wire.ts';
import { ShareRoutes } from '../../api/shares.ts';
import { useApp } from '../../app.ts';
import { momentInTime } from '../../state/format.ts';
import { words } from '../../strings/sharing/index.ts';
import { Question } from '../elements/question.tsx';
import { ShareForm } from './share-form.tsx';

/** A share link: how often it was opened, and its actions. */
export function ShareRow({ share, changed }: { share: Share; changed: () => void }): JSX.Element {
  const { api, toasts } = useApp();
  const [openPart, setOpenPart] = useState<'form' | 'question' | null>(null);
  const close = (): void => {
    setOpenPart(null);
  };
  const name = share.name ?? share.album_name ?? words.photos(share.count);
  const { state } = share;
  const facts = [
    share.own ? '' : words.by(share.maker),
    name === words.photos(share.count) ? '' : words.photos(share.count),
    share.expires_at === null ? words.open : words.until(momentInTime(share.expires_at)),
    share.has_password ? words.protected : '',
    words.views(share.views),
    share.downloads > 0 ? words.downloads(share.downloads) : '',
    share.last_seen_at === null ? '' : words.lastSeen(momentInTime(share.last_seen_at)),
  ];
  return (
    <li>
      <div class="row-text">
        <bdi>{name}</bdi>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </div>
      {state !== 'open' && <span class="badge">{words.states[state]}</span>}
      {openPart === 'form' ? (
        <ShareForm
          share={share}
          submit={words.save}
          run={async (choices) => {
            await new ShareRoutes(api.client).change(share.id, choices);
            toasts.say(words.changed);
            close();
            changed();
          }}
          close={close}
        />
      ) : (
        <>
          <button
            class="button"
            type="button"
            aria-label={words.changeOf(name)}
            onClick={() => {
              setOpenPart('form');
            }}
          >
            {words.change}
          </button>
          <button
            class="button"
            type="button"
            aria-label={words.revokeOf(name)}
            onClick={() => {
              setOpenPart('question');
            }}
          >
            {words.revoke}
          </button>
        </>
      )}
      {openPart === 'question' && (
        <Question
          title={words.revokeTitle}
          body={words.revokeBody}
          yes={words.revoke}
          run={async () => {
            try {
              await new ShareRoutes(api.client).revoke(share.id);
              toasts.say(words.revoked);
            } catch (error) {
              toasts.fail(error);
            }
            changed();
          }}
          close={close}
        />
      )}
    </li>
  );
}
