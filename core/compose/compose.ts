import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import {
  container as rootContainer,
  instanceCachingFactory,
  type DependencyContainer,
  type InjectionToken,
} from 'tsyringe';
import { claimLibrary } from '../upkeep/claim-library.ts';
import { composeIndexer, composeVectors } from './indexer.ts';
import { composeMetrics } from './metrics.ts';
import { composePeople } from './people.ts';
import { composeRoutes } from './routes.ts';
import { composeFaceSearch, composeTextSearch } from './search.ts';
import { indexFile, thumbsFolder } from '../settings/data-folder.ts';
import { checkIntegrity } from '../upkeep/integrity.ts';
import { migrate, schemaVersion } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import { openDatabase } from '../db/open.ts';
import type { Config } from '../settings/env.ts';
import { buildServer } from '../http/server.ts';
import { indexCopies } from '../upkeep/index-copies.ts';
import { AuditEntries } from '../store/accounts/audit-entries.ts';
import { Duplicates } from '../store/photos/duplicates.ts';
import { Faces } from '../store/people/faces.ts';
import { Facets } from '../timeline/facets.ts';
import { LibraryCounts } from '../store/photos/library-counts.ts';
import { LoginFailures } from '../store/accounts/login-failures.ts';
import { PhotoText } from '../store/photos/photo-text.ts';
import { PhotoSummaries } from '../timeline/summaries.ts';
import { Photos } from '../store/photos/photos.ts';
import { Places } from '../store/photos/places.ts';
import { PluginState } from '../store/plugin-state.ts';
import { SecondFactorMarks } from '../store/accounts/second-factor-marks.ts';
import { Selections } from '../timeline/selections.ts';
import { Tags } from '../store/photos/tags.ts';
import { ThumbCensus } from '../store/photos/thumb-census.ts';
import { Timeline } from '../timeline/timeline.ts';
import { SessionTokens } from '../store/accounts/session-tokens.ts';
import { Users } from '../store/accounts/users.ts';
import { WriteAheadLog } from '../store/write-ahead-log.ts';
import { PhotoReader } from '../media/photo-reader.ts';
import { createLog } from '../settings/log.ts';
import { version, webRoot } from '../settings/package-info.ts';
import { PluginFaults } from '../plugins/plugin-faults.ts';
import { Accounts } from '../services/accounts.ts';
import { AuditTrail } from '../services/audit-trail.ts';
import { Checks } from '../services/checks/checks.ts';
import { ownChecks } from '../services/checks/own-checks.ts';
import { DiskUsage } from '../services/disk-usage.ts';
import { Health } from '../services/health.ts';
import { PhotoLibrary } from '../services/library.ts';
import { LoginLimits } from '../services/login-limits.ts';
import { MediaAccess } from '../services/media-access.ts';
import { Overview } from '../services/overview.ts';
import { passwordCost, Passwords } from '../services/passwords.ts';
import { Refusals } from '../services/refusals.ts';
import { SecondFactors } from '../services/second-factors.ts';
import { Sessions } from '../services/sessions.ts';
import { signingSecret } from '../services/signing-secret.ts';
import { inject } from './inject.ts';

/** Says how a part is made, once, when it is first asked for. */
type Register = <T>(name: InjectionToken<T>, make: (c: DependencyContainer) => T) => void;

/**
 * Names the parts of one server and how each is made of others. Nothing is opened and nothing runs yet.
 *
 * Each server has a child container of its own, so that a test can run several side by side and register over any part.
 * `tokens.plugins` is left open: plugins load asynchronously, before anything that needs one is asked for.
 */
export function compose(config: Config): DependencyContainer {
  const container = rootContainer.createChildContainer();
  const register: Register = (name, make) => {
    container.register(name, { useFactory: instanceCachingFactory(make) });
  };
  container.register(inject.config, { useValue: config });
  container.register(inject.clock, { useValue: () => Math.floor(Date.now() / 1000) });
  register(inject.log, () => createLog(config));
  register(inject.db, () => {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    const db = openDatabase(indexFile(config.dataDir));
    try {
      migrate(db, migrations, () => {
        throw new Error(
          'An index of an older version is brought forward before it is opened here: see bring-forward.ts',
        );
      });
      claimLibrary(db, config);
      // A sudden end may have left there what was deleted before it.
      new WriteAheadLog(db).empty();
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
  register(
    inject.pluginFaults,
    (c) => new PluginFaults({ log: c.resolve(inject.log), clock: c.resolve(inject.clock) }),
  );
  register(inject.secret, () => signingSecret(config.signingSecret, config.dataDir));
  register(inject.indexCopies, () => indexCopies(indexFile(config.dataDir)));
  indexStore(register);
  access(register, config);
  library(register, config);
  indexer(register, config);
  condition(register, config);
  http(register, config);
  return container;
}

function indexStore(register: Register): void {
  register(inject.pluginState, (c) => new PluginState(c.resolve(inject.db)));
  register(inject.users, (c) => new Users(c.resolve(inject.db)));
  register(inject.photos, (c) => new Photos(c.resolve(inject.db)));
  register(inject.photoText, (c) => new PhotoText(c.resolve(inject.db)));
  register(inject.tags, (c) => new Tags({ db: c.resolve(inject.db), text: c.resolve(inject.photoText) }));
  register(inject.places, (c) => new Places(c.resolve(inject.db)));
  register(inject.facets, (c) => new Facets(c.resolve(inject.db)));
  register(inject.timeline, (c) => new Timeline(c.resolve(inject.db)));
  register(
    inject.selections,
    (c) =>
      new Selections({
        timeline: c.resolve(inject.timeline),
        facets: c.resolve(inject.facets),
        places: c.resolve(inject.places),
      }),
  );
  register(
    inject.summaries,
    (c) =>
      new PhotoSummaries({
        db: c.resolve(inject.db),
        timeline: c.resolve(inject.timeline),
        facets: c.resolve(inject.facets),
      }),
  );
}

/** Who may do what. */
function access(register: Register, config: Config): void {
  register(
    inject.audit,
    (c) =>
      new AuditTrail({
        entries: new AuditEntries(c.resolve(inject.db)),
        clock: c.resolve(inject.clock),
        onError: (error) => {
          c.resolve(inject.log).error({ err: error }, 'the audit trail could not be written');
        },
      }),
  );
  register(inject.passwords, () => new Passwords(config.weakPasswordHashes ? 4 : passwordCost));
  register(
    inject.accounts,
    (c) => new Accounts(c.resolve(inject.users), c.resolve(inject.passwords), c.resolve(inject.clock)),
  );
  register(
    inject.secondFactors,
    (c) =>
      new SecondFactors({
        loaded: () => c.resolve(inject.plugins).secondFactors,
        marks: new SecondFactorMarks(c.resolve(inject.db)),
      }),
  );
  register(
    inject.sessions,
    (c) =>
      new Sessions({
        users: c.resolve(inject.users),
        tokens: new SessionTokens(c.resolve(inject.db)),
        passwords: c.resolve(inject.passwords),
        limits: new LoginLimits(new LoginFailures(c.resolve(inject.db)), c.resolve(inject.clock)),
        secondFactors: c.resolve(inject.secondFactors),
        secret: c.resolve(inject.secret),
        clock: c.resolve(inject.clock),
        accessTtl: config.accessTtl,
        refreshTtl: config.refreshTtl,
        twoFactorPendingTtl: config.twoFactorPendingTtl,
      }),
  );
  register(
    inject.mediaAccess,
    (c) =>
      new MediaAccess({
        users: c.resolve(inject.users),
        secret: c.resolve(inject.secret),
        clock: c.resolve(inject.clock),
        lifetime: config.signTtl,
      }),
  );
}

/** What people see and change. */
function library(register: Register, config: Config): void {
  register(
    inject.library,
    (c) =>
      new PhotoLibrary({
        selections: c.resolve(inject.selections),
        photos: c.resolve(inject.photos),
        summaries: c.resolve(inject.summaries),
        faces: new Faces(c.resolve(inject.db)),
        duplicates: new Duplicates(c.resolve(inject.db)),
        clock: c.resolve(inject.clock),
        timeZone: config.timeZone,
      }),
  );
  register(inject.people, (c) => composePeople(c, config));
  register(inject.textSearch, (c) => composeTextSearch(c, config));
  register(inject.faceSearch, (c) => composeFaceSearch(c));
  register(
    inject.health,
    (c) =>
      new Health({
        counts: new LibraryCounts(c.resolve(inject.db)),
        listedPhotos: listedPhotos(c),
        progress: () => c.resolve(inject.indexer).progress(),
        mlReady: () => {
          const models = c.resolve(inject.plugins).mlProvider?.models();
          return models !== undefined && (models.faceEmbedder !== null || models.imageText !== null);
        },
        source: (options) => c.resolve(inject.plugins).photoSource.health(options),
        onReached: () => {
          c.resolve(inject.indexer).sourceIsBack();
        },
      }),
  );
}

const listedPhotos = (c: DependencyContainer) => (): number =>
  c.resolve(inject.selections).find({ archived: 'with', hidden: 'without' }).total;

/** What happens by itself. */
function indexer(register: Register, config: Config): void {
  register(inject.photoReader, () => new PhotoReader(config));
  register(inject.vectors, (c) => composeVectors(c, config));
  register(inject.indexer, (c) => composeIndexer(c, config));
}

/** How the server is, for admins. */
function condition(register: Register, config: Config): void {
  register(inject.followed, () => () => true);
  register(inject.checks, (c) => {
    const plugins = () => c.resolve(inject.plugins);
    return new Checks({
      own: ownChecks({
        integrity: (options) => checkIntegrity(indexFile(config.dataDir), options),
        schema: () => ({ found: schemaVersion(c.resolve(inject.db)), known: migrations.at(-1)?.id ?? 0 }),
        dataDir: config.dataDir,
        thumbsDir: thumbsFolder(config.dataDir),
        census: new ThumbCensus(c.resolve(inject.db)),
        indexer: () => c.resolve(inject.indexer),
        plugins,
        secondFactors: c.resolve(inject.secondFactors),
        followed: c.resolve(inject.followed),
        clock: c.resolve(inject.clock),
        syncInterval: config.syncInterval,
      }),
      ofPlugins: () => plugins().healthChecks,
      onError: (check, error) => {
        c.resolve(inject.log).error({ check, err: error }, 'A check failed for an unknown reason');
      },
    });
  });
  register(inject.diskUsage, () => new DiskUsage(config.dataDir));
  register(inject.metrics, (c) => composeMetrics(c, config));
  register(
    inject.overview,
    (c) =>
      new Overview({
        version,
        disk: c.resolve(inject.diskUsage),
        counts: new LibraryCounts(c.resolve(inject.db)),
        listedPhotos: listedPhotos(c),
        indexer: () => c.resolve(inject.indexer).progress(),
        plugins: () => c.resolve(inject.plugins),
        faultsOf: (plugin) => c.resolve(inject.pluginFaults).of(plugin),
      }),
  );
}

function http(register: Register, config: Config): void {
  register(inject.routes, (c) => composeRoutes(c, config));
  register(inject.server, (c) =>
    buildServer({
      ...config,
      routes: c.resolve(inject.routes),
      sessions: c.resolve(inject.sessions),
      media: c.resolve(inject.mediaAccess),
      audit: c.resolve(inject.audit),
      refusals: new Refusals({
        audit: c.resolve(inject.audit),
        users: c.resolve(inject.users),
        clock: c.resolve(inject.clock),
      }),
      metrics: { metrics: c.resolve(inject.metrics), access: config.metrics },
      log: c.resolve(inject.log),
      secret: c.resolve(inject.secret),
      version,
      webRoot,
      validateAnswers: config.validateAnswers,
    }),
  );
}
