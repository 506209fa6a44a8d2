import type { DependencyContainer } from 'tsyringe';
import { Withholdings } from '../store/household/withholdings.ts';
import { CurrentModels } from '../store/models/current-models.ts';
import { Decisions } from '../store/people/decisions.ts';
import { FaceOwners } from '../store/people/face-owners.ts';
import { Faces } from '../store/people/faces.ts';
import { MergeRecords } from '../store/people/merge-records.ts';
import { People } from '../store/people/people.ts';
import { PersonList } from '../store/people/person-list.ts';
import { PersonSums } from '../store/people/person-sums.ts';
import { StaleTexts } from '../store/photos/photo-text.ts';
import { VectorRows } from '../store/models/vector-rows.ts';
import { AlikeRules } from '../services/people/alike-rules.ts';
import { CatchUp } from '../services/people/catch-up.ts';
import { FaceCrops } from '../services/people/face-crops.ts';
import { FaceEdits } from '../services/people/face-edits.ts';
import { FaceSuggestions } from '../services/people/face-suggestions.ts';
import { LikelyFaces } from '../services/people/likely-faces.ts';
import { LookAlikes } from '../services/people/look-alikes.ts';
import { MergeSuggestions } from '../services/people/merge-suggestions.ts';
import { Merging } from '../services/people/merging.ts';
import { NearestPeople } from '../services/people/nearest-people.ts';
import { PeopleEdits } from '../services/people/people-edits.ts';
import { PeopleLibrary } from '../services/people/people-library.ts';
import { PeopleSteps } from '../services/people/people-steps.ts';
import { Propagation } from '../services/people/propagation.ts';
import type { PeopleParts } from '../services/people/people-parts.ts';
import { Facets } from '../timeline/facets.ts';
import { inject } from './inject.ts';
import type { Register } from './register.ts';

/** Persons and faces: reading and editing. */
export function registerPeople(register: Register): void {
  register(inject.people, people);
}

function people(c: DependencyContainer): PeopleParts {
  const db = c.resolve(inject.db);
  const clock = c.resolve(inject.clock);
  const vectors = c.resolve(inject.vectors);
  const rows = c.resolve(VectorRows);
  const sums = c.resolve(PersonSums);
  const records = c.resolve(MergeRecords);
  const model = () => c.resolve(CurrentModels).of('face');
  const catchUp = new CatchUp({
    texts: c.resolve(StaleTexts),
    sums,
    wake: () => {
      c.resolve(inject.indexer).wake();
    },
    isOpen: () => db.open,
    onError: (error) => {
      c.resolve(inject.log).error({ err: error }, 'Search texts with names could not be updated');
    },
  });
  const embeddings = (ids: readonly number[]): Map<number, Float32Array> => {
    const current = model();
    const faceRows = current ? rows.some('face', current, ids, { vectors: true }) : [];
    return new Map(faceRows.flatMap(({ id, vector }) => (vector ? [[id, vector] as const] : [])));
  };
  const shared = {
    people: c.resolve(People),
    list: c.resolve(PersonList),
    faces: c.resolve(Faces),
    decisions: c.resolve(Decisions),
    owners: c.resolve(FaceOwners),
    nearest: new NearestPeople({ vectors, means: rows, model }),
    catchUp,
    vectors,
    withholdings: c.resolve(Withholdings),
    transact: c.resolve(inject.transact),
    embeddings,
    model,
    sumOf: (person: number) => sums.of(person),
    sums: () => catchUp.sums(),
  };
  const suggestions = new FaceSuggestions({ ...shared, people: shared.list });
  const rules = new AlikeRules(shared);
  const merging = new Merging({ ...shared, records });
  return {
    people: new PeopleLibrary({
      ...shared,
      library: c.resolve(inject.library),
      places: c.resolve(inject.placesAndMap),
    }),
    peopleEdits: new PeopleEdits({ ...shared, merging, records, clock }),
    peopleSteps: new PeopleSteps({ ...shared, merging, clock }),
    faceEdits: new FaceEdits({ ...shared, propagation: new Propagation({ ...shared, sums }), clock }),
    crops: new FaceCrops({
      ...shared,
      crops: c.resolve(inject.crops),
      turner: c.resolve(inject.pictureTurner),
      onLost: (faceId) => {
        c.resolve(inject.indexer).cropLost(faceId);
      },
    }),
    suggestions,
    likelyFaces: new LikelyFaces({ ...shared, suggestions }),
    mergeSuggestions: new MergeSuggestions({ ...shared, rules, facets: c.resolve(Facets) }),
    lookAlikes: new LookAlikes({ ...shared, rules }),
    textsSoon: () => {
      catchUp.textsSoon();
    },
    settle: async (signal, enough) => {
      await merging.resume(signal);
      await merging.forgetOld(clock(), signal);
      await catchUp.texts(signal, enough);
    },
  };
}
