import type { JSX } from 'preact';
import type { IconName } from '../../icons.ts';
import { text } from '../../strings/index.ts';
import { Icon } from '../elements/icon.tsx';

interface MapButtonsProps {
  /** Whether the zoom is at its limits. */
  readonly isNearest: boolean;
  readonly isFurthest: boolean;
  readonly glide: (step: number) => void;
  readonly showAll: () => void;
}

/** Buttons that zoom and move the map. At a limit, a button is only marked as disabled, so that it keeps the focus. */
export function MapButtons({ isNearest, isFurthest, glide, showAll }: MapButtonsProps): JSX.Element {
  const button = (label: string, icon: IconName, run: () => void, isDisabled = false): JSX.Element => (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled}
      onClick={() => {
        if (!isDisabled) run();
      }}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="map-buttons">
      {button(text.map.showAll, 'fit', showAll)}
      {button(
        text.map.nearer,
        'plus',
        () => {
          glide(1);
        },
        isNearest,
      )}
      {button(
        text.map.further,
        'minus',
        () => {
          glide(-1);
        },
        isFurthest,
      )}
    </div>
  );
}
