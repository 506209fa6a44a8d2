import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { expect } from 'chai';
import { Names } from '../../../plugins/ml-nats/nats/names.ts';
import { drawTicket } from '../../../plugins/ml-nats/worker/ticket.ts';
import { admin, LibraryClient } from '../../support/library-client.ts';
import type { MlWorkerProcess } from '../../support/ml-worker-process.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { runCli, startServerProcess, type ServerProcess } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';
import { picture, withWorkerRig, type WorkerRig, type WorkersAnswer } from './worker-rig.ts';

describe('jobs for other machines, when a process dies', function () {
  let rig: WorkerRig;

  withWorkerRig((started) => {
    rig = started;
  });

  /** How often each picture was analysed. */
  const times = (): number[] => {
    const counts = new Map<string, number>();
    for (const line of rig.recorded('end')) {
      const [task, name = ''] = line.split(' ');
      if (task !== 'analyse') continue;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return [...counts.values()];
  };
  const once = (count: number): number[] => Array.from({ length: count }, () => 1);

  it('go to another worker when the first is killed in the middle of a picture', async () => {
    const server = await rig.server({ environment: { ML_NATS_LEASE: '3' } });
    rig.hold();
    const first = await rig.admitted(server);
    const seen = server.see(picture(1));
    await until(() => rig.recorded('begin').length === 1);
    const second = await rig.admitted(server);
    await first.kill();
    rig.release();
    expect(await seen).to.have.length(8);
    expect(times()).to.deep.equal([1]);
    expect(await server.worker(second)).to.deep.include({ answered: 1 });
    expect((await server.worker(first))?.last_error?.message).to.match(/^It went away in the middle of a job/);
  });

  it('are returned by a worker that is stopped, however long the lease', async () => {
    const server = await rig.server({ environment: { ML_NATS_LEASE: '3600' } });
    const first = await rig.admitted(server, { RECORD_SLEEP: '3600000' });
    const seen = server.see(picture(1));
    await until(() => rig.recorded('begin').length === 1);
    await rig.admitted(server);
    const stopped = first.stop();
    expect(await seen).to.have.length(8);
    await stopped;
  });

  it('continue after NATS is killed and restarted, each done and answered once', async () => {
    const server = await rig.server({ environment: { ML_NATS_IN_FLIGHT: '8', ML_NATS_LEASE: '3' } });
    await rig.admitted(server, { RECORD_SLEEP: '40' });
    const all = Promise.all(Array.from({ length: 30 }, (_, number) => server.see(picture(number))));
    await until(() => rig.recorded('end').length > 5);
    await rig.nats.kill();
    await until(async () => !(await server.workers()).server.connected);
    await rig.nats.startAgain();
    const vectors = await all;
    expect(new Set(vectors.map(String)).size).to.equal(30);
    expect(times()).to.deep.equal(once(30));
  });

  it('are no longer waited for after the connection is closed', async () => {
    const connection = await connect({ servers: rig.nats.address.replace('nats://', ''), reconnect: false });
    // NATS does not reply for a lane that does not exist.
    const drawn = drawTicket(connection, new Names('photofinch'), 'none').then(
      () => 'a ticket',
      (error: unknown) => String(error),
    );
    await connection.flush();
    await connection.close();
    expect(await drawn).to.include('ClosedConnectionError');
  });

  describe('with a complete server', () => {
    const count = 24;
    let environment: Record<string, string>;
    let server: ServerProcess | undefined;

    beforeEach(async () => {
      const photos = join(rig.folder, 'photos');
      mkdirSync(photos);
      for (let seed = 0; seed < count; seed += 1) {
        writeFileSync(join(photos, `${seed}.jpg`), await photoLikeJpeg(seed, 64, 48));
      }
      environment = {
        DATA_DIR: join(rig.folder, 'data'),
        PLUGINS: 'test/fixtures/plugins/folder-source,ml-nats',
        FOLDER_SOURCE_PATH: photos,
        MODELS_DIR: join(rig.folder, 'models'),
        ML_NATS_SERVERS: rig.nats.address,
        ML_NATS_WITHOUT_WORKERS: 'wait',
        ML_NATS_LEASE: '3',
        ADMIN_USERNAME: admin.username,
        ADMIN_PASSWORD: admin.password,
      };
    });
    afterEach(async () => {
      await server?.kill();
      server = undefined;
    });

    const untilAnalysed = async (running: ServerProcess): Promise<void> => {
      const client = await LibraryClient.signIn(running.url);
      await until(async () => {
        const { workers } = await client.json<WorkersAnswer>('/api/admin/workers');
        return workers.some(({ present }) => present) && times().length === count;
      });
    };

    it('are not repeated after a kill of the server, with the worker admitted on the command line', async () => {
      server = await startServerProcess(environment);
      const worker: MlWorkerProcess = await rig.worker({ RECORD_SLEEP: '60' });
      const cli = (...words: string[]) => runCli(['workers', ...words], environment);
      await until(async () => (await cli('list')).stdout.includes('\twaiting\tworker 1'));
      expect((await cli('admit', 'aaaa-aaaa-aaaa-aaaa-aaaa')).stderr).to.include('No worker with the fingerprint');
      expect((await cli('admit', 'aaaa')).stderr).to.include('five groups of four');
      expect((await cli('admit', worker.fingerprint)).stdout).to.equal('Admitted worker 1.\n');
      expect((await cli('list')).stdout).to.equal(`${worker.fingerprint}\tadmitted\tworker 1\n`);

      await until(() => times().length > 5);
      const check = async (): Promise<string> =>
        /^.*\bworkers\b.*$/m.exec((await runCli(['check'], environment)).stdout)?.[0] ?? '';
      expect(await check()).to.match(/^ok .*NATS answers, and 1 worker is admitted\./);
      await server.kill();
      server = await startServerProcess(environment);
      await untilAnalysed(server);
      expect(times()).to.deep.equal(once(count));

      expect((await cli('remove', worker.fingerprint)).stdout).to.equal('Removed worker 1.\n');
      await until(async () => (await cli('list')).stdout.includes('\twaiting\t'));
    });
  });
});
