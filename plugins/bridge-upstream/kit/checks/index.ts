import type { Check } from '../check.ts';
import { accessChecks } from './access.ts';
import { accidentChecks } from './accidents.ts';
import { clientChecks } from './clients.ts';
import { contentChecks } from './content.ts';
import { listChecks } from './lists.ts';
import { mediaChecks } from './media.ts';
import { motionChecks } from './motions.ts';
import { nodeChecks } from './nodes.ts';
import { rangeChecks } from './ranges.ts';
import { syncChecks } from './sync.ts';

/** All checks, in the order in which they run. */
export const checks: readonly Check[] = [
  ...accessChecks,
  ...listChecks,
  ...nodeChecks,
  ...contentChecks,
  ...rangeChecks,
  ...mediaChecks,
  ...motionChecks,
  ...syncChecks,
  ...clientChecks,
  ...accidentChecks,
];
