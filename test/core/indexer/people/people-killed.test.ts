import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { clusterQuality } from '../../../bench/cluster-quality.ts';
import { syntheticFaces, writeFaces } from '../../../bench/synthetic-faces.ts';
import { endProcess } from '../../../support/child-process.ts';
import { PeopleRig } from '../../../support/people-rig.ts';
import { leaveToLongRun } from '../../../support/long-run.ts';
import { fromSource } from '../../../support/programs.ts';
import { until } from '../../../support/until.ts';
import { withTempFolder } from '../../../support/temp-folder.ts';

const FACES = 5000;
const KILLS = 4;

describe('grouping faces in a server that is killed', function () {
  before(function () {
    leaveToLongRun(this);
  });

  it('leaves no person with fewer than three faces, and reaches the usual quality afterwards', async () => {
    await withTempFolder(async (folder) => {
      const faces = syntheticFaces(FACES);
      let rig = new PeopleRig({ folder });
      writeFaces(rig.db, faces, 0, FACES);
      await rig.close();
      const left: number[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        rig = new PeopleRig({ folder });
        const least = 50 + 900 * kill;
        // It gets no further than this, however late it is killed.
        const most = least + 900;
        await clusterAndKill({ folder, most }, () => FACES - count(rig, 'clustered = 0') >= least);
        expect(rig.db.pragma('integrity_check', { simple: true })).to.equal('ok');
        expect(smallestPerson(rig)).to.be.at.least(3);
        left.push(count(rig, 'clustered = 0'));
        await rig.close();
      }
      expect(left.at(-1)).to.be.within(1, FACES - 1);

      rig = new PeopleRig({ folder });
      await rig.cluster();
      expect(count(rig, 'clustered = 0')).to.equal(0);
      expect(smallestPerson(rig)).to.be.at.least(3);
      const found = rig.db.prepare<[], number | null>('SELECT person_id FROM faces ORDER BY id').pluck().all();
      const { f1, pairPrecision } = clusterQuality({ is: faces.who, found });
      expect(f1).to.be.above(0.97);
      expect(pairPrecision).to.be.above(0.99);
      // The sums were updated with every move.
      const summed = rig.db.prepare<[], number>('SELECT sum(faces) FROM person_sums').pluck().get();
      expect(summed).to.equal(count(rig, 'person_id IS NOT NULL'));
      await rig.close();
    });
  });
});

function count(rig: PeopleRig, condition: string): number {
  return rig.db.prepare<[], number>(`SELECT count(*) FROM faces WHERE ${condition}`).pluck().get() ?? 0;
}

/** The number of faces of the smallest person; infinity without people. */
function smallestPerson(rig: PeopleRig): number {
  const sizes = rig.db
    .prepare<[], number>('SELECT (SELECT count(*) FROM faces WHERE person_id = people.id) FROM people')
    .pluck()
    .all();
  return Math.min(Infinity, ...sizes);
}

/**
 * @param work the data folder, and the maximum number of faces to group
 * @param reached polled; the process is killed once it returns true
 */
async function clusterAndKill(work: { folder: string; most: number }, reached: () => boolean): Promise<void> {
  const program = fromSource('test/fixtures/clustering-process.ts');
  const child = spawn(process.execPath, [...program, work.folder, String(work.most)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(child.stdout, 'data');
    await until(reached);
  } finally {
    await endProcess(child, 'SIGKILL');
  }
}
