import type { Logger } from 'pino';
import type { Catalog, ScanStatus } from '../catalog.ts';
import type { Driver } from '../driver.ts';
import type { FileContent } from '../file-content.ts';
import type { Thumbnails } from '../thumbnails.ts';

/** What the routes stand on. */
export interface RouteParts {
  readonly catalog: Catalog;
  readonly status: () => ScanStatus;
  readonly driver: Pick<Driver, 'stat' | 'read'>;
  readonly content: FileContent;
  readonly thumbnails: Thumbnails;
  readonly version: string;
  readonly log: Logger;
}
