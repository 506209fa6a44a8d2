import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { Icon } from '../elements/icon.tsx';
import { text } from '../../strings/index.ts';

/** The size of photos in lists. */
export function DensitySlider(): JSX.Element {
  const { density } = useApp();
  const step = density.step.value;
  return (
    <span class="density" title={text.photoSize}>
      <Icon name="photos" />
      <input
        type="range"
        min={0}
        max={density.steps - 1}
        value={step}
        aria-label={text.photoSize}
        aria-valuetext={text.photoSizes[step]}
        onInput={({ currentTarget }) => {
          density.choose(Number(currentTarget.value));
        }}
      />
      <Icon name="photos" />
    </span>
  );
}
