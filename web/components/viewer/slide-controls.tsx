import type { JSX } from 'preact';
import { perform, offered } from '../../actions/index.ts';
import { useApp } from '../../app.ts';
import type { IconName } from '../../icons.ts';
import { paces } from '../../state/viewer/slide-show.ts';
import { text } from '../../strings/index.ts';
import '../../styles/viewer/slide-show.css';
import { tooltip } from '../elements/action-button.tsx';
import { Icon } from '../elements/icon.tsx';

/** The controls of a slide show: previous, pause, next, pace, end. */
export function SlideControls(): JSX.Element {
  const app = useApp();
  const { show } = app.viewer;
  const available = offered(app);
  const control = (id: string, icon: IconName): JSX.Element => {
    const action = available.find((each) => each.id === id);
    const label = action?.label(app) ?? '';
    return (
      <button
        class="round"
        type="button"
        aria-label={label}
        title={tooltip(label, action?.shortcut)}
        disabled={!action}
        data-action={id}
        onClick={() => {
          if (action) void perform(action, app);
        }}
      >
        <Icon name={icon} />
      </button>
    );
  };
  return (
    <div class="slide-controls" role="group" aria-label={text.viewer.slideControls}>
      {control('newer', 'newer')}
      {control('pause-slide-show', show.paused.value ? 'play' : 'pause')}
      {control('older', 'older')}
      <select
        aria-label={text.viewer.pace}
        value={show.pace.value}
        onChange={({ currentTarget }) => {
          show.pace.value = Number(currentTarget.value);
        }}
      >
        {paces.map((seconds) => (
          <option key={seconds} value={seconds}>
            {text.viewer.seconds(seconds)}
          </option>
        ))}
      </select>
      {control('slide-show', 'close')}
    </div>
  );
}
