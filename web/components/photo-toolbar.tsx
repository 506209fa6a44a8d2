import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { text } from '../strings.ts';
import { Icon } from './icon.tsx';

export function PhotoToolbar(props: { infoShown: boolean; toggleInfo(): void }): JSX.Element {
  const { open, router, session } = useApp();
  const photo = open.photo.value;
  const original = open.original.value;
  return (
    <div class="photo-toolbar">
      <button
        class="round"
        type="button"
        aria-label={text.close}
        onClick={() => {
          router.leave();
        }}
      >
        <Icon name="close" />
      </button>
      <span class="spring" />
      {photo && session.may('write') && (
        <>
          <Toggle
            icon="heart"
            on={photo.favorited_by_me}
            labels={[text.addFavorite, text.removeFavorite]}
            set={(favorited) => void open.setFlags({ favorited })}
          />
          <Toggle
            icon="archive"
            on={photo.archived}
            labels={[text.archive, text.unarchive]}
            set={(archived) => void open.setFlags({ archived })}
          />
          <Toggle
            icon="hide"
            on={photo.hidden}
            labels={[text.hide, text.unhide]}
            set={(hidden) => void open.setFlags({ hidden })}
          />
        </>
      )}
      {original && (
        <a class="round" href={original.download} download aria-label={text.download} title={text.download}>
          <Icon name="download" />
        </a>
      )}
      <button
        class="round"
        type="button"
        aria-label={text.info}
        title={text.info}
        aria-expanded={props.infoShown}
        onClick={() => {
          props.toggleInfo();
        }}
      >
        <Icon name="info" />
      </button>
    </div>
  );
}

interface ToggleProps {
  readonly icon: 'heart' | 'archive' | 'hide';
  readonly on: boolean;
  /** What a click does while it is off, and while it is on. */
  readonly labels: readonly [string, string];
  readonly set: (on: boolean) => void;
}

function Toggle({ icon, on, labels, set }: ToggleProps): JSX.Element {
  const label = labels[on ? 1 : 0];
  return (
    <button
      class="round"
      type="button"
      aria-label={label}
      title={label}
      data-on={on}
      onClick={() => {
        set(!on);
      }}
    >
      <Icon name={icon} filled={on && icon === 'heart'} />
    </button>
  );
}
