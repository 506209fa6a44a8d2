import type { JSX } from 'preact';
import { offered } from '../actions/index.ts';
import type { PhotoItem } from '../../core/http/wire.ts';
import { useApp } from '../app.ts';
import { text } from '../strings/index.ts';
import { ActionButton } from './action-button.tsx';
import { Icon } from './icon.tsx';

/** What an action has done already to the photo. */
const isOn: Record<string, (photo: PhotoItem) => boolean> = {
  favorite: (photo) => photo.favorited_by_me,
  archive: ({ archived }) => archived,
  hide: ({ hidden }) => hidden,
};

/** What can be done about the open photo. */
export function PhotoToolbar(props: { infoShown: boolean; toggleInfo(): void }): JSX.Element {
  const app = useApp();
  const item = app.open.item.value;
  return (
    <div class="photo-toolbar">
      <button
        class="round"
        type="button"
        aria-label={text.close}
        onClick={() => {
          app.router.closePhoto();
        }}
      >
        <Icon name="close" />
      </button>
      <span class="spring" />
      {item &&
        offered(app)
          .filter(({ group, icon }) => group === 'photo' && icon)
          .map((action) => <ActionButton key={action.id} action={action} on={isOn[action.id]?.(item) ?? false} />)}
      <button
        class="round"
        type="button"
        aria-label={text.info}
        title={`${text.info} (i)`}
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
