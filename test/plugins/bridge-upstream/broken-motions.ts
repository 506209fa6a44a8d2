import { answering, each, hearing, telling, type Exhibit } from './broken-bridges.ts';
import { without } from './broken-content.ts';

export const brokenMotions: readonly Exhibit[] = [
  [
    'states a wrong length of motion parts',
    ['returns the motion part that a node announces, with its length and type'],
    telling(/^POST \/nodes$/, (page) =>
      each(page, 'nodes', (node) => {
        const { motion } = node as { motion?: { size: number } | null };
        return motion ? { ...node, motion: { ...motion, size: motion.size + 1 } } : node;
      }),
    ),
  ],
  [
    'sends the still for its motion part',
    [
      'returns the motion part that a node announces, with its length and type',
      'returns the motion part and no other file',
      'answers not_found for the motion part of a photo without one',
    ],
    hearing((request) => ({ ...request, path: request.path.replace(/\/motion$/, '/full') })),
  ],
  [
    'sends another file for a motion part',
    ['returns the motion part and no other file', 'supports ranges and ETags for motion parts'],
    answering(/^GET \/photos\/.*\/motion/, (answer) =>
      answer.status === 200 ? { ...answer, body: Buffer.alloc((answer.body as Buffer).length, 7) } : answer,
    ),
  ],
  [
    'ignores ranges of motion parts',
    ['supports ranges and ETags for motion parts'],
    hearing((request) => (request.path.endsWith('/motion') ? without(request, 'range') : request)),
  ],
  [
    'announces motion parts without a route for them',
    [
      'returns the motion part that a node announces, with its length and type',
      'returns the motion part and no other file',
      'supports ranges and ETags for motion parts',
    ],
    answering(/ \/photos\/.*\/motion/, () => ({
      status: 404,
      headers: {},
      body: { code: 'not_found', detail: 'There is nothing here.', retryable: false },
    })),
  ],
];
