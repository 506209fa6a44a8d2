import type { StoredAnalysis } from '../../core/plugin-api/photo-source.ts';
import { MemorySource } from './memory-source.ts';

/** A source that provides stored analyses. */
export class AnalysedSource extends MemorySource {
  readonly analyses = new Map<string, StoredAnalysis>();
  readonly asked: string[] = [];
  fault: (() => Error) | undefined;
  onAsked: () => void = () => undefined;

  storedAnalysis(uid: string): Promise<StoredAnalysis | null> {
    this.asked.push(uid);
    this.onAsked();
    if (this.fault) return Promise.reject(this.fault());
    return Promise.resolve(this.analyses.get(uid) ?? null);
  }
}
