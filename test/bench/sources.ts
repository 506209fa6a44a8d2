import { join } from 'node:path';
import { SourceError } from '../../core/plugin-api/errors.ts';
import { IndexQueue } from '../../core/store/photos/index-queue.ts';
import { IndexerRig } from '../support/indexer-rig.ts';
import { MemorySource } from '../support/memory-source.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { figure, quantile, timeCalls } from './measure.ts';

const photos = 20_000;
const passes = 5;

/** The cost of listing photos with one and with two photo sources: the first pass, later ones, and the query for due photos. */
export async function bench(): Promise<void> {
  for (const sources of [1, 2]) await withTempFolder((folder) => listing(join(folder, `${sources}`), sources));
}

async function listing(folder: string, count: number): Promise<void> {
  const sources = Array.from({ length: count }, (_, at) => listed(`store ${at}`, photos / count));
  const [source, ...others] = sources as [MemorySource];
  const further = others.map((other, at) => ({ plugin: `other-${at}`, source: other }));
  const rig = new IndexerRig({ folder, source, ...(further.length > 0 && { further }) });
  const inputs = { photos, sources: count };
  const microseconds = async (): Promise<number> => {
    const before = process.cpuUsage();
    // The first round only finds that the cursor has expired; the second one reads all.
    for (let round = 0; round < 2; round += 1) await rig.settle();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / photos;
  };
  figure('sources.first-pass.cpu', await microseconds(), 'µs/photo', inputs);
  const again: number[] = [];
  for (let pass = 0; pass < passes; pass += 1) {
    for (const one of sources) one.expireCursors();
    again.push(await microseconds());
  }
  figure('sources.pass.cpu', Math.min(...again), 'µs/photo', { ...inputs, passes });
  const work = new IndexQueue(rig.db);
  const due = await timeCalls(() => work.due(rig.now(), 100), { runs: 200, warmUp: 20 });
  figure('sources.due.p50', quantile(due, 0.5), 'ms', inputs);
  await rig.close();
}

/** A source that lists its photos, but does not let them be read. */
function listed(storeId: string, count: number): MemorySource {
  const source = new MemorySource();
  source.storeId = storeId;
  for (let index = 0; index < count; index += 1) source.put(`p${index}`, Buffer.from('.'));
  source.faults.set('nodes', () => {
    throw new SourceError('unreachable', 'Nothing is read here.');
  });
  return source;
}
