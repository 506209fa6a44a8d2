import type { DependencyContainer } from 'tsyringe';
import { StackEdits } from '../services/stacks/stack-edits.ts';
import { StackLibrary } from '../services/stacks/stack-library.ts';
import { Photos } from '../store/photos/photos.ts';
import { StackBuilder } from '../store/stacks/stack-builder.ts';
import { StackDecisions } from '../store/stacks/stack-decisions.ts';
import { StackSteps } from '../store/decision-steps.ts';
import { Stacks } from '../store/stacks/stacks.ts';
import { PhotoSummaries } from '../timeline/summaries.ts';
import { inject } from './inject.ts';

/** Stacks: reading and editing. */
export function composeStacks(c: DependencyContainer): { stacks: StackLibrary; edits: StackEdits } {
  const library = new StackLibrary({ stacks: c.resolve(Stacks), summaries: c.resolve(PhotoSummaries) });
  const edits = new StackEdits({
    library,
    stacks: c.resolve(Stacks),
    decisions: c.resolve(StackDecisions),
    steps: c.resolve(StackSteps),
    builder: c.resolve(StackBuilder),
    photos: c.resolve(Photos),
    withheld: c.resolve(inject.withheld),
    transact: c.resolve(inject.transact),
    clock: c.resolve(inject.clock),
  });
  return { stacks: library, edits };
}
