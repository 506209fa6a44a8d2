import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthAnswer } from '../../contract.ts';
import { checksOf } from '../check.ts';
import type { Context } from '../context.ts';
import { hasStatus, isError, must, same } from '../expect.ts';
import { readHealth, readTimeline } from '../reading.ts';
import { largeJpeg, smallJpeg } from '../specimens.ts';
import { eventually, Watch } from '../watch.ts';

const isWell = ({ reachable, loggedIn }: HealthAnswer): boolean => reachable && loggedIn;

/** Milliseconds that a faulty bridge gets to scan again, and to report all photos as deleted. */
const longestDwellMs = 2000;

async function survives(context: Context, accident: 'vanish' | 'empty' | 'wrongKey'): Promise<void> {
  const watch = await Watch.from(context);
  const { items } = await readTimeline(context.probe);
  const [first] = items;
  const before = items.map(({ uid }) => uid);
  await context.change(accident);
  try {
    await eventually(
      context,
      'GET /health reports that the store is not healthy',
      async () => !isWell(await readHealth(context.probe)),
    );
    await sleep(Math.min(longestDwellMs, context.patienceMs));
    const { reason } = await readHealth(context.probe);
    must(
      reason !== undefined && (reason as string) !== '',
      'GET /health: the store is not healthy, but there is no reason.',
    );
    await tellsNoLosses(context, watch, before);
    if (first) {
      const response = await context.probe.send(`/photos/${first.uid}/full`);
      if (response.status !== 200)
        isError(response, 'upstream_unreachable', 'not_logged_in', 'upstream_error', 'integrity_error');
    }
  } finally {
    await context.change('restore');
  }
  await eventually(context, 'GET /health reports that the store is healthy again', async () =>
    isWell(await readHealth(context.probe)),
  );
  const { uid } = await watch.photo(await context.put(`after-${accident}.jpg`, await smallJpeg()));
  same(watch.deletions, [], 'Photos that the change feed reports as deleted after the store was restored');
  const after = (await readTimeline(context.probe)).items.map((item) => item.uid);
  same(
    after.filter((other) => other !== uid),
    before,
    'The timeline after the store was restored',
  );
}

/** Checks that the timeline is unchanged or rejected, and that the feed reports no photo as removed. */
async function tellsNoLosses(context: Context, watch: Watch, before: readonly string[]): Promise<void> {
  const response = await context.probe.send('/timeline');
  if (response.status === 200) {
    same(
      (await readTimeline(context.probe)).items.map(({ uid }) => uid),
      before,
      'The timeline while the store is not healthy',
    );
    await watch.poll();
    same(watch.deletions, [], 'Photos that the change feed reports as deleted while the store is not healthy');
  } else {
    isError(response, 'upstream_unreachable', 'not_logged_in');
  }
}

/** Checks with failures of the store. */
export const accidentChecks = checksOf('faults', {
  'loses no photo when the store vanishes': (context) => survives(context, 'vanish'),
  'loses no photo when the store looks empty': (context) => survives(context, 'empty'),
  'loses no photo when the key is wrong': (context) => survives(context, 'wrongKey'),
  'never returns a damaged photo as if it were intact': async (context) => {
    const watch = await Watch.from(context);
    const sound = await watch.photo(await context.put('sound.jpg', await smallJpeg()));
    const path = await context.put('damaged.jpg', await largeJpeg());
    const { uid } = await watch.photo(path);
    await context.change('rot', path);
    try {
      await eventually(context, 'A damaged photo is not returned as if it were intact', async () => {
        const response = await context.probe.send(`/photos/${uid}/full`);
        if (response.status === 200) return response.isCut;
        isError(response, 'integrity_error', 'upstream_error');
        return true;
      });
      hasStatus(await context.probe.send(`/photos/${sound.uid}/full`), 200);
      must(
        isWell(await readHealth(context.probe)),
        'GET /health: a single damaged photo makes the whole store unhealthy.',
      );
      await watch.poll();
      same(watch.hasDeleted(uid), false, 'Whether the change feed reports the damaged photo as deleted');
    } finally {
      await context.remove(path);
    }
  },
});
