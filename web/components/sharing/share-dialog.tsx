import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { NewShare } from '../../../core/http/wire.ts';
import { ShareRoutes, type SharedSubject } from '../../api/shares.ts';
import { useApp } from '../../app.ts';
import { formatCount } from '../../state/format.ts';
import { words } from '../../strings/sharing/index.ts';
import '../../styles/panel.css';
import '../../styles/sharing.css';
import { Dialog } from '../elements/dialog.tsx';
import { WhenLoaded } from '../frame/page-frame.tsx';
import { useLoaded } from '../hooks/loaded.ts';
import { NewShareLink } from './new-share-link.tsx';
import { ShareForm } from './share-form.tsx';

/** The most photos of a link. */
const limit = 5000;
/** The most characters of a title. */
const longestTitle = 200;

/** Creates a share link for some photos or an album. */
export function ShareDialog({ subject }: { subject: SharedSubject }): JSX.Element {
  const { albums, api, dialog, session } = useApp();
  const [proposal] = useState(() => ('album' in subject ? proposedTitle(albums.shown.value?.name) : ''));
  const [share, setShare] = useState<NewShare | null>(null);
  const [loaded, reload] = useLoaded((stop) => new ShareRoutes(api.client).list(stop), []);
  const close = (): void => {
    dialog.value = null;
  };
  const count = 'photos' in subject ? subject.photos.length : 0;
  const title = share ? words.done : count > 0 ? words.sharePhotos(count) : words.shareAlbum;
  return (
    <Dialog label={title} close={close}>
      <div class="share-dialog">
        <h2>{title}</h2>
        {share ? (
          <NewShareLink share={share} close={close} />
        ) : (
          <WhenLoaded of={loaded} again={reload}>
            {({ enabled }) =>
              !enabled ? (
                <Off
                  isAdmin={session.may('admin')}
                  close={close}
                  turnOn={async () => {
                    await new ShareRoutes(api.client).allow(true);
                    reload();
                  }}
                />
              ) : count > limit ? (
                <>
                  <p>{words.tooMany(formatCount(limit))}</p>
                  <div class="buttons">
                    <CloseButton close={close} />
                  </div>
                </>
              ) : (
                <>
                  <p class="hint">{[words.anyone, count === 0 ? words.albumFollows : ''].join(' ')}</p>
                  <ShareForm
                    share={null}
                    proposal={proposal}
                    submit={words.make}
                    run={async (choices) => {
                      setShare(await new ShareRoutes(api.client).make(subject, choices));
                    }}
                    close={close}
                  />
                </>
              )
            }
          </WhenLoaded>
        )}
      </div>
    </Dialog>
  );
}

/** The name of the album, as far as a title may be long. */
const proposedTitle = (name = ''): string => name.slice(0, longestTitle).trim();

interface OffProps {
  readonly isAdmin: boolean;
  readonly turnOn: () => Promise<void>;
  readonly close: () => void;
}

function Off({ isAdmin, turnOn, close }: OffProps): JSX.Element {
  const { toasts } = useApp();
  return (
    <div role="status">
      <p>
        <strong>{words.off}.</strong> {isAdmin ? words.offForAdmin : words.offBody}
      </p>
      <div class="buttons">
        <CloseButton close={close} />
        {isAdmin && (
          <button
            class="button primary"
            type="button"
            onClick={() => {
              turnOn().catch((error: unknown) => {
                toasts.fail(error);
              });
            }}
          >
            {words.turnOn}
          </button>
        )}
      </div>
    </div>
  );
}

function CloseButton({ close }: { close: () => void }): JSX.Element {
  return (
    <button class="button quiet" type="button" onClick={close}>
      {words.close}
    </button>
  );
}
