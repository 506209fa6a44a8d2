import { overlap, type Box, type EdgeTown, type LabelKind, type MapLabel } from '../../state/map/map-labels.ts';
import type { Size } from '../../state/map/map-projection.ts';
import type { Colors } from './map-colors.ts';

const family = 'system-ui, sans-serif';
const fonts: Record<LabelKind, string> = {
  country: `600 12px ${family}`,
  city: `600 13px ${family}`,
  town: `400 12px ${family}`,
  quarter: `italic 400 12px ${family}`,
};
const edgeFont = `600 13px ${family}`;

function write(context: CanvasRenderingContext2D, kind: LabelKind): void {
  context.font = fonts[kind];
  context.letterSpacing = kind === 'country' ? '1.5px' : '0px';
}

/** The widths of names, each measured once. */
export class NameWidths {
  readonly #widths = new Map<string, number>();
  readonly #context: CanvasRenderingContext2D;

  constructor(context: CanvasRenderingContext2D) {
    this.#context = context;
  }

  readonly of = (name: string, kind: LabelKind): number => {
    const key = `${kind} ${name}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      write(this.#context, kind);
      width = this.#context.measureText(name).width;
      this.#context.letterSpacing = '0px';
      this.#widths.set(key, width);
    }
    return width;
  };
}

export function drawLabels(context: CanvasRenderingContext2D, labels: readonly MapLabel[], colors: Colors): void {
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 3;
  for (const { name, kind, left, middle, dot } of labels) {
    write(context, kind);
    const color = kind === 'city' || kind === 'town' ? colors.ink : colors.soft;
    if (dot && kind !== 'quarter') {
      context.beginPath();
      context.arc(dot.left, dot.top, kind === 'city' ? 3.5 : 2.5, 0, 2 * Math.PI);
      context.fillStyle = colors.land;
      context.strokeStyle = color;
      context.lineWidth = 1.5;
      context.fill();
      context.stroke();
      context.lineWidth = 3;
    }
    context.strokeStyle = colors.land;
    context.strokeText(name, left, middle);
    context.fillStyle = color;
    context.fillText(name, left, middle);
  }
  context.letterSpacing = '0px';
}

/** Draws the direction to the nearest town at the edge: an arrow, its name and its distance. */
export function drawEdgeTown(
  context: CanvasRenderingContext2D,
  { at, angle }: EdgeTown,
  sentence: string,
  { size, covered }: { size: Size; covered: readonly Box[] },
  colors: Colors,
): void {
  context.font = edgeFont;
  const length = context.measureText(sentence).width + 46;
  const left = Math.max(8, Math.min(size.width - length - 8, at.left - length / 2));
  let top = at.top;
  for (const box of covered) {
    if (!overlap(box, { left, right: left + length, top: top - 15, bottom: top + 15 })) continue;
    top = box.top < size.height / 2 ? box.bottom + 22 : box.top - 22;
  }
  context.beginPath();
  context.roundRect(left, top - 15, length, 30, 15);
  context.fillStyle = colors.paper;
  context.fill();
  context.strokeStyle = colors.border;
  context.lineWidth = 1;
  context.stroke();
  context.save();
  context.translate(left + 20, top);
  context.rotate(angle);
  context.beginPath();
  context.moveTo(-6, 0);
  context.lineTo(6, 0);
  context.moveTo(1, -5);
  context.lineTo(6, 0);
  context.lineTo(1, 5);
  context.strokeStyle = colors.accent;
  context.lineWidth = 2;
  context.stroke();
  context.restore();
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = colors.ink;
  context.fillText(sentence, left + 34, top + 0.5);
}
