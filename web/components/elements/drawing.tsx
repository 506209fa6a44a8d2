import type { JSX } from 'preact';

interface Picture {
  readonly lines: string;
  /** The position of the finch, in the picture's units. */
  readonly finch: readonly [x: number, y: number];
}

/** Each is a path of 160 by 120 units with the position of the finch. */
const pictures = {
  photos: {
    lines:
      'M46 44h68a6 6 0 0 1 6 6v40a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6V50a6 6 0 0 1 6-6zM41 88l23-22 18 17 11-10 26 21M98 60v.01M26 110h108',
    finch: [73, 8],
  },
  albums: {
    lines: 'M44 54h72a4 4 0 0 1 4 4v34a4 4 0 0 1-4 4H44a4 4 0 0 1-4-4V58a4 4 0 0 1 4-4zM48 45h64M56 36h48M26 110h108',
    finch: [61, 0],
  },
  places: {
    lines:
      'M80 100s25-25 25-46a25 25 0 0 0-50 0c0 21 25 46 25 46zM80 46a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM58 96c-14 2-24 6-24 10M102 96c14 2 24 6 24 10',
    finch: [59, -7],
  },
  tags: {
    lines: 'M44 44h38l36 34-28 28-46-30zM58 57v.01M22 110h34M108 110h30',
    finch: [49, 8],
  },
  day: {
    lines:
      'M46 42h68a4 4 0 0 1 4 4v46a4 4 0 0 1-4 4H46a4 4 0 0 1-4-4V46a4 4 0 0 1 4-4zM42 58h76M58 36v11M102 36v11M58 70h8M76 70h8M94 70h8M58 83h8M76 83h8M26 110h108',
    finch: [61, 6],
  },
  people: {
    lines:
      'M62 44a14 14 0 1 0 0 28 14 14 0 0 0 0-28zM36 104c0-15 11-24 26-24s26 9 26 24M100 54a11 11 0 1 1-1 22M102 84c13 0 22 8 22 20M22 110h116',
    finch: [40, 8],
  },
  heart: {
    lines: 'M80 104S44 84 44 62a19 19 0 0 1 36-9 19 19 0 0 1 36 9c0 22-36 42-36 42zM24 110h34M102 110h34',
    finch: [78, 7],
  },
  archive: {
    lines: 'M40 46h80v16H40zM46 62v34h68V62M70 74h20M26 110h108',
    finch: [77, 10],
  },
  hidden: {
    lines:
      'M34 68c14-19 29-28 46-28s32 9 46 28c-14 19-29 28-46 28S48 87 34 68zM80 54a14 14 0 1 0 0 28 14 14 0 0 0 0-28zM44 104l72-72',
    finch: [39, 8],
  },
  search: {
    lines: 'M72 30a32 32 0 1 0 0 64 32 32 0 0 0 0-64zM95 85l25 23M26 110h46',
    finch: [51, 36],
  },
  lost: {
    lines: 'M18 92c40-10 84-10 124 0M52 86c2-12-4-18-14-20M104 85c0-10 6-16 15-17M80 84v-9',
    finch: [79, 12],
  },
  done: {
    lines: 'M80 42a28 28 0 1 0 0 56 28 28 0 0 0 0-56zM67 71l9 9 17-18M26 110h108',
    finch: [59, 6],
  },
} satisfies Record<string, Picture>;

export type DrawingName = keyof typeof pictures;

/** A small line drawing for empty states. */
export function Drawing({ of }: { of: DrawingName }): JSX.Element {
  const { lines, finch } = pictures[of];
  return (
    <svg class="drawing" viewBox="0 0 160 120" aria-hidden="true">
      <path class="drawing-lines" d={lines} />
      <g transform={`translate(${finch.join()}) scale(1.4)`}>
        <path class="drawing-finch" d="M5 21c3-9 9-13 16-11l6 2-5 2c0 8-6 11-12 10 3-1 5-2 6-5-3 2-7 3-11 2z" />
        <circle class="drawing-eye" cx="20" cy="12.600" r="1.300" />
      </g>
    </svg>
  );
}
