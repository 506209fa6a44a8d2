import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { FakeBridge } from '../../support/fake-bridge.ts';
import { drawnOnce } from '../../support/fake-bridge-content.ts';
import { answering, lacking, telling, type Exhibit } from './broken-bridges.ts';

/** The checks read only the size and the positions of colours. */
const quick = { effort: 0 };

/** Makes thumbnails in another way, each once. */
function drawing(draw: (bytes: Buffer, size: number) => Promise<Buffer>) {
  return (bridge: FakeBridge): void => {
    const picture = drawnOnce(draw);
    bridge.tamper = async (request, next) => {
      const answer = await next(request);
      const bytes = bridge.library.bytes(request.path.split('/')[2] ?? '');
      if (!request.path.endsWith('/thumbnail') || answer.status !== 200 || !bytes) return answer;
      return { ...answer, body: await picture(bytes, Number(request.query.get('size'))) };
    };
  };
}

export const brokenThumbnails: readonly Exhibit[] = [
  [
    'enlarges small photos',
    ['makes thumbnails no larger than requested, and no larger than the photo'],
    drawing((bytes, size) => sharp(bytes).rotate().resize(size, size, { fit: 'inside' }).webp(quick).toBuffer()),
  ],
  [
    'makes all thumbnails square',
    ['keeps the aspect ratio of the photo in thumbnails'],
    drawing((bytes) => sharp(bytes).rotate().resize(30, 30, { fit: 'fill' }).webp(quick).toBuffer()),
  ],
  [
    'ignores the orientation of photos',
    ['keeps the aspect ratio of the photo in thumbnails', 'rotates thumbnails upright'],
    drawing((bytes, size) =>
      sharp(bytes).resize(size, size, { fit: 'inside', withoutEnlargement: true }).webp(quick).toBuffer(),
    ),
  ],
  [
    'rotates photos the wrong way',
    ['rotates thumbnails upright'],
    drawing(async (bytes, size) => {
      const upright = await sharp(bytes).rotate().toBuffer();
      return sharp(upright)
        .rotate(180)
        .resize(size, size, { fit: 'inside', withoutEnlargement: true })
        .webp(quick)
        .toBuffer();
    }),
  ],
  [
    'has metered originals, but no previews',
    ['has thumbnails if its originals are metered, and returns the same ones again'],
    telling(/^GET \/health$/, (health) => ({
      ...health,
      capabilities: { ...(health['capabilities'] as object), thumbnails: [], originals: 'metered' },
    })),
  ],
  [
    'states wrong durations of videos',
    ['reports the correct duration of a video, or none'],
    telling(/^POST \/nodes$/, (page) => ({
      ...page,
      nodes: (page['nodes'] as Record<string, unknown>[]).map((node) =>
        node['name'] === 'video.mov' ? { ...node, media: { width: 1, height: 1, duration: 7000 } } : node,
      ),
    })),
  ],
  [
    'does not link motion parts to their photos',
    ['lists a live photo as its still, and links it to its motion part'],
    telling(/^POST \/nodes$/, (page) => ({
      ...page,
      nodes: (page['nodes'] as Record<string, unknown>[]).map((node) => ({ ...node, mainUid: null })),
    })),
  ],
];

export const brokenHabits: readonly Exhibit[] = [
  [
    'fails with more than 12 readers at once',
    ['serves many readers at once'],
    (bridge) => {
      let busy = 0;
      bridge.tamper = async (request, next) => {
        busy += 1;
        const answer = await next(request);
        // Long enough that simultaneous requests overlap, also on a slow machine.
        if (request.path.endsWith('/full')) await sleep(300);
        busy -= 1;
        return busy > 12
          ? { status: 503, headers: {}, body: { code: 'upstream_unreachable', detail: 'Busy.', retryable: true } }
          : answer;
      };
    },
  ],
  [
    'does not report a wrong key',
    ['loses no photo when the key is wrong'],
    (bridge) => {
      telling(/ \/health/, ({ reason, ...health }) =>
        reason === 'wrong_key' ? { ...health, loggedIn: true } : { ...health, ...(reason !== undefined && { reason }) },
      )(bridge);
    },
  ],
  [
    'states no reason in its health',
    ['vanishes', 'looks empty']
      .map((what) => `loses no photo when the store ${what}`)
      .concat('loses no photo when the key is wrong'),
    telling(/ \/health/, (health) => lacking(health, 'reason')),
  ],
  [
    'treats an empty store as an empty library',
    ['loses no photo when the store looks empty'],
    (bridge) => {
      telling(/ \/changes/, (page) => {
        if (bridge.faults.health.reason !== 'mass_disappearance') return page;
        const gone = bridge.library.timeline().map(({ uid }) => ({ type: 'delete', kind: 'photo', uid }));
        return { ...page, events: gone, more: false };
      })(bridge);
    },
  ],
  [
    'reports photos as not found while the store is unreachable',
    ['loses no photo when the store vanishes'],
    (bridge) => {
      answering(/^GET \/photos\/.*\/full/, (answer) =>
        bridge.faults.health.reason === 'unreachable'
          ? { status: 404, headers: {}, body: { code: 'not_found', detail: 'No.', retryable: false } }
          : answer,
      )(bridge);
    },
  ],
  [
    'sends corrupt bytes',
    ['never returns a damaged photo as if it were intact'],
    answering(/^GET \/photos\/.*\/full/, (answer) =>
      answer.status === 502
        ? { status: 200, headers: { 'content-type': 'image/jpeg' }, body: Buffer.from(randomUUID()) }
        : answer,
    ),
  ],
  [
    'mixes up simultaneous reads',
    ['serves many readers at once', 'serves two photos at once without mixing them up'],
    (bridge) => {
      let last: unknown;
      let open = 0;
      bridge.tamper = async (request, next) => {
        const answer = await next(request);
        if (request.method !== 'GET' || !request.path.endsWith('/full')) return answer;
        open += 1;
        // Long enough that simultaneous requests overlap, also on a slow machine.
        await sleep(100);
        const body = open > 1 && last !== undefined ? Buffer.from('of another') : answer.body;
        last = answer.body;
        open -= 1;
        return { ...answer, body };
      };
    },
  ],
];
