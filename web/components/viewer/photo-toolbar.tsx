import type { JSX } from 'preact';
import type { Action } from '../../actions/action.ts';
import { offered } from '../../actions/index.ts';
import type { App } from '../../app.ts';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { ActionButton } from '../elements/action-button.tsx';

/** What an action has done already to the photo. */
const isOn: Record<string, (photo: PhotoItem) => boolean> = {
  favorite: (photo) => photo.favorited_by_me,
  archive: ({ archived }) => archived,
  hide: ({ hidden }) => hidden,
};

/** What an action has opened. */
const isOpen: Record<string, (app: App) => boolean> = {
  'faces-shown': ({ viewer }) => viewer.boxes.value,
  'text-shown': ({ viewer }) => viewer.text.value,
  'slide-show': ({ viewer }) => viewer.playing.value,
  info: ({ viewer }) => viewer.info.value,
};

/** They have a place of their own. */
const elsewhere = new Set(['close-photo', 'newer', 'older']);

/** What can be done about the open photo, and while looking at it. */
export function PhotoToolbar(): JSX.Element {
  const app = useApp();
  const item = app.open.item.value;
  const now = offered(app).filter(({ icon }) => icon);
  const close = now.find(({ id }) => id === 'close-photo');
  const button = (action: Action): JSX.Element => (
    <ActionButton
      key={action.id}
      action={action}
      on={(item && isOn[action.id]?.(item)) ?? isOpen[action.id]?.(app) ?? false}
    />
  );
  return (
    <div class="photo-toolbar">
      {close && button(close)}
      <span class="spring" />
      <div class="photo-actions">{now.filter(({ group }) => group === 'photo').map(button)}</div>
      <div class="viewer-actions">
        {now.filter(({ group, id }) => group === 'viewer' && !elsewhere.has(id)).map(button)}
      </div>
    </div>
  );
}
