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
import { Tokens } from '../store/accounts/session-tokens.ts';
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
import { Library } from '../services/library.ts';
import { LoginLimits } from '../services/login-limits.ts';
import { MediaAccess } from '../services/media-access.ts';
import { Overview } from '../services/overview.ts';
import { passwordCost, Passwords } from '../services/passwords.ts';
import { Refusals } from '../services/refusals.ts';
import { SecondFactors } from '../services/second-factors.ts';
import { Sessions } from '../services/sessions.ts';
import { signingSecret } from '../services/signing-secret.ts';
import { tokens } from './inject.ts';

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
  container.register(tokens.config, { useValue: config });
  container.register(tokens.clock, { useValue: () => Math.floor(Date.now() / 1000) });
  register(tokens.log, () => createLog(config));
  register(tokens.db, () => {
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
    tokens.pluginFaults,
    (c) => new PluginFaults({ log: c.resolve(tokens.log), clock: c.resolve(tokens.clock) }),
  );
  register(tokens.secret, () => signingSecret(config.signingSecret, config.dataDir));
  register(tokens.indexCopies, () => indexCopies(indexFile(config.dataDir)));
  indexStore(register);
  access(register, config);
  library(register, config);
  indexer(register, config);
  condition(register, config);
  http(register, config);
  return container;
}

function indexStore(register: Register): void {
  register(tokens.pluginState, (c) => new PluginState(c.resolve(tokens.db)));
  register(tokens.users, (c) => new Users(c.resolve(tokens.db)));
  register(tokens.photos, (c) => new Photos(c.resolve(tokens.db)));
  register(tokens.photoText, (c) => new PhotoText(c.resolve(tokens.db)));
  register(tokens.tags, (c) => new Tags({ db: c.resolve(tokens.db), text: c.resolve(tokens.photoText) }));
  register(tokens.places, (c) => new Places(c.resolve(tokens.db)));
  register(tokens.facets, (c) => new Facets(c.resolve(tokens.db)));
  register(tokens.timeline, (c) => new Timeline(c.resolve(tokens.db)));
  register(
    tokens.selections,
    (c) =>
      new Selections({
        timeline: c.resolve(tokens.timeline),
        facets: c.resolve(tokens.facets),
        places: c.resolve(tokens.places),
      }),
  );
  register(
    tokens.summaries,
    (c) =>
      new PhotoSummaries({
        db: c.resolve(tokens.db),
        timeline: c.resolve(tokens.timeline),
        facets: c.resolve(tokens.facets),
      }),
  );
}

/** Who may do what. */
function access(register: Register, config: Config): void {
  register(
    tokens.audit,
    (c) =>
      new AuditTrail({
        entries: new AuditEntries(c.resolve(tokens.db)),
        clock: c.resolve(tokens.clock),
        onError: (error) => {
          c.resolve(tokens.log).error({ err: error }, 'the audit trail could not be written');
        },
      }),
  );
  register(tokens.passwords, () => new Passwords(config.weakPasswordHashes ? 4 : passwordCost));
  register(
    tokens.accounts,
    (c) => new Accounts(c.resolve(tokens.users), c.resolve(tokens.passwords), c.resolve(tokens.clock)),
  );
  register(
    tokens.secondFactors,
    (c) =>
      new SecondFactors({
        loaded: () => c.resolve(tokens.plugins).secondFactors,
        marks: new SecondFactorMarks(c.resolve(tokens.db)),
      }),
  );
  register(
    tokens.sessions,
    (c) =>
      new Sessions({
        users: c.resolve(tokens.users),
        tokens: new Tokens(c.resolve(tokens.db)),
        passwords: c.resolve(tokens.passwords),
        limits: new LoginLimits(new LoginFailures(c.resolve(tokens.db)), c.resolve(tokens.clock)),
        secondFactors: c.resolve(tokens.secondFactors),
        secret: c.resolve(tokens.secret),
        clock: c.resolve(tokens.clock),
        accessTtl: config.accessTtl,
        refreshTtl: config.refreshTtl,
        twoFactorPendingTtl: config.twoFactorPendingTtl,
      }),
  );
  register(
    tokens.mediaAccess,
    (c) =>
      new MediaAccess({
        users: c.resolve(tokens.users),
        secret: c.resolve(tokens.secret),
        clock: c.resolve(tokens.clock),
        lifetime: config.signTtl,
      }),
  );
}

/** What people see and change. */
function library(register: Register, config: Config): void {
  register(
    tokens.library,
    (c) =>
      new Library({
        timeline: c.resolve(tokens.timeline),
        selections: c.resolve(tokens.selections),
        photos: c.resolve(tokens.photos),
        summaries: c.resolve(tokens.summaries),
        faces: new Faces(c.resolve(tokens.db)),
        duplicates: new Duplicates(c.resolve(tokens.db)),
        clock: c.resolve(tokens.clock),
        timeZone: config.timeZone,
      }),
  );
  register(tokens.people, (c) => composePeople(c, config));
  register(tokens.textSearch, (c) => composeTextSearch(c, config));
  register(tokens.faceSearch, (c) => composeFaceSearch(c));
  register(
    tokens.health,
    (c) =>
      new Health({
        counts: new LibraryCounts(c.resolve(tokens.db)),
        listedPhotos: listedPhotos(c),
        progress: () => c.resolve(tokens.indexer).progress(),
        mlReady: () => {
          const models = c.resolve(tokens.plugins).mlProvider?.models();
          return models !== undefined && (models.faceEmbedder !== null || models.imageText !== null);
        },
        source: (options) => c.resolve(tokens.plugins).photoSource.health(options),
        onReached: () => {
          c.resolve(tokens.indexer).sourceIsBack();
        },
      }),
  );
}

const listedPhotos = (c: DependencyContainer) => (): number =>
  c.resolve(tokens.selections).find({ archived: 'with', hidden: 'without' }).total;

/** What happens by itself. */
function indexer(register: Register, config: Config): void {
  register(tokens.photoReader, () => new PhotoReader(config));
  register(tokens.vectors, (c) => composeVectors(c, config));
  register(tokens.indexer, (c) => composeIndexer(c, config));
}

/** How the server is, for admins. */
function condition(register: Register, config: Config): void {
  register(tokens.followed, () => () => true);
  register(tokens.checks, (c) => {
    const plugins = () => c.resolve(tokens.plugins);
    return new Checks({
      own: ownChecks({
        integrity: (options) => checkIntegrity(indexFile(config.dataDir), options),
        schema: () => ({ found: schemaVersion(c.resolve(tokens.db)), known: migrations.at(-1)?.id ?? 0 }),
        dataDir: config.dataDir,
        thumbsDir: thumbsFolder(config.dataDir),
        census: new ThumbCensus(c.resolve(tokens.db)),
        indexer: () => c.resolve(tokens.indexer),
        plugins,
        secondFactors: c.resolve(tokens.secondFactors),
        followed: c.resolve(tokens.followed),
        clock: c.resolve(tokens.clock),
        syncInterval: config.syncInterval,
      }),
      ofPlugins: () => plugins().healthChecks,
      onError: (check, error) => {
        c.resolve(tokens.log).error({ check, err: error }, 'A check failed for an unknown reason');
      },
    });
  });
  register(tokens.diskUsage, () => new DiskUsage(config.dataDir));
  register(tokens.metrics, (c) => composeMetrics(c, config));
  register(
    tokens.overview,
    (c) =>
      new Overview({
        version,
        disk: c.resolve(tokens.diskUsage),
        counts: new LibraryCounts(c.resolve(tokens.db)),
        listedPhotos: listedPhotos(c),
        indexer: () => c.resolve(tokens.indexer).progress(),
        plugins: () => c.resolve(tokens.plugins),
        faultsOf: (plugin) => c.resolve(tokens.pluginFaults).of(plugin),
      }),
  );
}

function http(register: Register, config: Config): void {
  register(tokens.routes, (c) => composeRoutes(c, config));
  register(tokens.server, (c) =>
    buildServer({
      ...config,
      routes: c.resolve(tokens.routes),
      sessions: c.resolve(tokens.sessions),
      media: c.resolve(tokens.mediaAccess),
      audit: c.resolve(tokens.audit),
      refusals: new Refusals({
        audit: c.resolve(tokens.audit),
        users: c.resolve(tokens.users),
        clock: c.resolve(tokens.clock),
      }),
      metrics: { metrics: c.resolve(tokens.metrics), access: config.metrics },
      log: c.resolve(tokens.log),
      secret: c.resolve(tokens.secret),
      version,
      webRoot,
      validateAnswers: config.validateAnswers,
    }),
  );
}
