export * from './backups.ts';
export * from './errors.ts';
export * from './health-check.ts';
export * from './ml-provider.ts';
export * from './photo-source.ts';
export * from './plugin.ts';
export * from './second-factor.ts';
export * from './vector-index.ts';
