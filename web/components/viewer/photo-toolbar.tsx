import type { JSX } from 'preact';
import type { Action } from '../../actions/action.ts';
import { keyNow, offered, perform } from '../../actions/index.ts';
import { useApp } from '../../app.ts';
import { tooltip } from '../elements/action-button.tsx';
import { Icon } from '../elements/icon.tsx';
import { announcedKey } from '../elements/key-name.ts';
import { MoreMenu } from '../elements/more-menu.tsx';
import { formatCount } from '../../state/format.ts';
import { shortTime } from '../../state/viewer/short-time.ts';
import { locale, placeName } from '../../strings/language.ts';
import { text } from '../../strings/index.ts';

/** The most frequent actions; all others are in the menu. */
const barActions = new Set(['play-live', 'favorite', 'download', 'info', 'photo-menu']);
/** Actions with buttons elsewhere. */
const elsewhere = new Set(['close-photo', 'newer', 'older']);

/** The caption of the photo, its most frequent actions, and the menu. */
export function PhotoToolbar(): JSX.Element {
  const app = useApp();
  const { viewer, open } = app;
  const available = offered(app);
  const close = available.find(({ id }) => id === 'close-photo');
  const activeActions: Record<string, boolean> = {
    favorite: open.item.value?.favorited_by_me ?? false,
    info: viewer.info.value,
  };
  return (
    <div class="photo-toolbar">
      {close && <BarButton action={close} shortcut={close.shortcut} />}
      <PhotoCaption />
      <div class="photo-actions">
        {available
          .filter(({ id }) => barActions.has(id))
          .map((action) => (
            <BarButton
              key={action.id}
              action={action}
              shortcut={keyNow(action, available)}
              on={activeActions[action.id] ?? false}
            />
          ))}
      </div>
      {viewer.menu.value && (
        <MoreMenu
          actions={available.filter(({ id }) => !barActions.has(id) && !elsewhere.has(id))}
          close={() => {
            viewer.menu.value = false;
          }}
        />
      )}
    </div>
  );
}

interface BarButtonProps {
  readonly action: Action;
  /** The current key of the action. */
  readonly shortcut: string | undefined;
  readonly on?: boolean;
}

/** An icon button whose label is shown on hover or focus. */
function BarButton({ action, shortcut, on = false }: BarButtonProps): JSX.Element {
  const app = useApp();
  const label = action.label(app);
  const opensMenu = action.id === 'photo-menu';
  return (
    <button
      class="round told"
      type="button"
      aria-label={label}
      aria-keyshortcuts={announcedKey(shortcut)}
      aria-haspopup={opensMenu ? 'menu' : undefined}
      aria-expanded={opensMenu ? app.viewer.menu.value : undefined}
      data-tip={tooltip(label, shortcut)}
      data-on={on}
      data-action={action.id}
      onClick={() => void perform(action, app)}
    >
      {action.icon && <Icon name={action.icon} filled={on && action.icon === 'heart'} />}
    </button>
  );
}

/** Time and place of the open photo and its position in the list, announced to screen readers for each photo with its caption. */
function PhotoCaption(): JSX.Element {
  const { open } = useApp();
  const item = open.item.value;
  const position = open.position.value;
  const { day, clock } = shortTime(item?.taken_at_local ?? '', locale);
  const nth = position?.found
    ? text.viewer.position(formatCount(position.index + 1), formatCount(open.total.value))
    : null;
  return (
    <div class="photo-caption" aria-live="polite">
      <p class="when">
        {day} {clock && <span>{clock}</span>}
      </p>
      <p class="where">
        {item?.place && <bdi>{placeName(item.place)}</bdi>}
        {nth && <span class="nth">{nth}</span>}
      </p>
      <p class="unseen">{open.photo.value?.caption}</p>
    </div>
  );
}
