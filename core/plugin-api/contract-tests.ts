/**
 * Tests of the contracts, for the authors of plugins. Call one of them in a test file of mocha, jest, vitest with globals, or
 * any other runner that has `describe` and `it`:
 *
 *     import { describePhotoSource } from 'photofinch/plugin-api/contract-tests';
 *     describePhotoSource(() => ({ source: createMySource() }));
 *
 * Each test calls `create` and, at its end, the implementation's `close` and `cleanup`.
 */
export { describeBackups, type BackupsSubject } from './contract-tests/backups.ts';
export { describeMlProvider, type MlProviderSubject } from './contract-tests/ml-provider.ts';
export {
  describePhotoSource,
  type PhotoSourceOptions,
  type PhotoSourceSubject,
} from './contract-tests/photo-source.ts';
export { describeSecondFactor, type SecondFactorSubject } from './contract-tests/second-factor.ts';
export { describeEventSink, type EventSinkSubject } from './contract-tests/event-sink.ts';
export { describeSignIn, type LastRequest, type SignInFlow, type SignInSubject } from './contract-tests/sign-in.ts';
export { describeVectorIndex, type VectorIndexSubject } from './contract-tests/vector-index.ts';
export { describeBackupTarget, type BackupTargetSubject } from './contract-tests/backup-target.ts';
