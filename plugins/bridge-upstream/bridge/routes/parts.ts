import type { Logger } from 'pino';
import type { HealthAnswer } from '../../contract.ts';
import type { Catalog, ScanStatus } from '../catalog.ts';
import type { ContentSource, ThumbnailSource } from '../content-source.ts';

/** The dependencies of the routes. */
export interface RouteParts {
  readonly catalog: Catalog;
  readonly status: () => ScanStatus;
  readonly content: ContentSource;
  readonly thumbnails: ThumbnailSource;
  readonly capabilities: HealthAnswer['capabilities'];
  readonly version: string;
  readonly log: Logger;
}
