import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';

/** The text in the open photo, each line over its place in the picture, to be selected and copied. */
export function TextBoxes(): JSX.Element {
  const { viewer, open } = useApp();
  const lines = open.photo.value?.written ?? [];
  return (
    <div
      class="seen-text"
      role="group"
      aria-label={text.textInPhoto}
      // Dragging on a line selects text instead of moving the picture.
      onPointerDown={(event) => {
        event.stopPropagation();
      }}
    >
      {lines.map((line, index) => {
        const { x, y, width, height } = viewer.view.onStage(line.box);
        const upright = height > 1.5 * width;
        const [long, short] = upright ? [height, width] : [width, height];
        return (
          <svg
            key={index}
            style={{ left: `calc(50% + ${x}px)`, top: `calc(50% + ${y}px)` }}
            width={width}
            height={height}
          >
            <rect width={width} height={height} rx="3" />
            <text
              x={upright ? -long : 0}
              y={short * 0.78}
              transform={upright ? 'rotate(-90)' : undefined}
              font-size={short * 0.8}
              textLength={long}
              lengthAdjust="spacingAndGlyphs"
            >
              {line.text}
            </text>
          </svg>
        );
      })}
    </div>
  );
}
