import type { Trip, Trips, TripStep } from '../../core/http/wire.ts';
import { inject } from '../../core/compose/inject.ts';
import { libraryServer, type LibraryServer } from './library-server.ts';
import { MadeUpLife } from './made-up-life.ts';

/**
 * A server that has found the trips of an invented life: one to Lisbon in spring, and one to Rome and Nice in summer.
 */
export class TripsServer {
  s!: LibraryServer;
  life!: MadeUpLife;
  /** The photos of the trip to Lisbon. */
  lisbon!: number[];

  /** Starts each test of the suite with those trips. */
  static inSuite(): TripsServer {
    const rig = new TripsServer();
    beforeEach(async () => {
      rig.s = await libraryServer();
      rig.life = new MadeUpLife(rig.s.db);
      rig.life.weekly('2022-01-03', '2023-12-25', 'berlin');
      rig.lisbon = rig.life.days('2023-05-02', '2023-05-06', 'lisbon', 4);
      rig.life.days('2023-08-05', '2023-08-07', 'rome', 2);
      rig.life.days('2023-08-08', '2023-08-10', 'nice', 2);
      await rig.settle();
    });
    afterEach(() => rig.s.stop());
    return rig;
  }

  readonly settle = async (): Promise<void> => {
    const task = this.s.container.resolve(inject.tasks).find(({ name }) => name === 'trips');
    await task?.run(new AbortController().signal, () => false);
  };

  readonly list = async (headers = this.s.reader): Promise<Trip[]> =>
    (await this.s.json<Trips>('/api/trips', headers)).trips;

  readonly spans = async (): Promise<string[]> =>
    (await this.list()).map(({ name, first_day, last_day }) => `${name ?? ''} ${first_day} ${last_day}`.trim());

  readonly only = async (first: string): Promise<Trip> => {
    const trip = (await this.list()).find(({ first_day }) => first_day === first);
    if (!trip) throw new Error(`no trip begins on ${first}`);
    return trip;
  };

  readonly done = async (
    method: 'PATCH' | 'POST' | 'DELETE',
    path: string,
    body: object = {},
  ): Promise<{ status: number; body: TripStep }> => {
    const { statusCode, payload } = await this.s.send(method, path, body);
    return { status: statusCode, body: JSON.parse(payload) as TripStep };
  };
}
