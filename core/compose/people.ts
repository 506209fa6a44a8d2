import type { DependencyContainer } from 'tsyringe';
import { facesFolder } from '../settings/data-folder.ts';
import type { Config } from '../settings/env.ts';
import { CurrentModels } from '../store/models/current-models.ts';
import { Decisions } from '../store/people/decisions.ts';
import { FaceOwners } from '../store/people/face-owners.ts';
import { Faces } from '../store/people/faces.ts';
import { MergeRecords } from '../store/people/merge-records.ts';
import { People } from '../store/people/people.ts';
import { PersonList } from '../store/people/person-list.ts';
import { PersonSums } from '../store/people/person-sums.ts';
import { StaleTexts } from '../store/models/stale-texts.ts';
import { transactOn } from '../store/transact.ts';
import { VectorRows } from '../store/models/vector-rows.ts';
import { CatchUp } from '../services/people/catch-up.ts';
import { FaceCrops } from '../services/people/face-crops.ts';
import { FaceEdits } from '../services/people/face-edits.ts';
import { FaceSuggestions } from '../services/people/face-suggestions.ts';
import { MergeSuggestions } from '../services/people/merge-suggestions.ts';
import { Merging } from '../services/people/merging.ts';
import { NearestPeople } from '../services/people/nearest-people.ts';
import { PeopleEdits } from '../services/people/people-edits.ts';
import { PeopleLibrary } from '../services/people/people-library.ts';
import { Propagation } from '../services/people/propagation.ts';
import type { PeopleParts } from '../services/people/people-parts.ts';
import { PlacesAndMap } from '../services/places-and-map.ts';
import { inject } from './inject.ts';

/** What people see of persons and faces, and change about them. */
export function composePeople(c: DependencyContainer, config: Config): PeopleParts {
  const db = c.resolve(inject.db);
  const vectors = c.resolve(inject.vectors);
  const models = new CurrentModels(db);
  const rows = new VectorRows(db);
  const sums = new PersonSums(db);
  const people = new People(db);
  const list = new PersonList(db);
  const faces = new Faces(db);
  const decisions = new Decisions(db);
  const model = () => models.of('face');
  const catchUp = new CatchUp({
    texts: new StaleTexts({ db, text: c.resolve(inject.photoText) }),
    sums,
    wake: () => {
      c.resolve(inject.indexer).wake();
    },
    isOpen: () => db.open,
    onError: (error) => {
      c.resolve(inject.log).error({ err: error }, 'Texts that name people could not be brought up to date');
    },
  });
  const nearest = new NearestPeople({ vectors, means: rows, model });
  const embeddings = (ids: readonly number[]): Map<number, Float32Array> => {
    const current = model();
    const found = current ? rows.some('face', current, ids, { vectors: true }) : [];
    return new Map(found.flatMap(({ id, vector }) => (vector ? [[id, vector] as const] : [])));
  };
  const owners = new FaceOwners(db);
  const shared = { people, list, faces, catchUp, decisions, owners, nearest, vectors, transact: transactOn(db) };
  const clock = c.resolve(inject.clock);
  const records = new MergeRecords(db);
  const merging = new Merging({ ...shared, records });
  const places = new PlacesAndMap({
    selections: c.resolve(inject.selections),
    places: c.resolve(inject.places),
    photos: c.resolve(inject.photos),
  });
  return {
    people: new PeopleLibrary({ ...shared, library: c.resolve(inject.library), places }),
    peopleEdits: new PeopleEdits({ ...shared, merging, records, clock }),
    faceEdits: new FaceEdits({ ...shared, propagation: new Propagation({ ...shared, embeddings, sums }), clock }),
    crops: new FaceCrops({
      ...shared,
      cropsDir: facesFolder(config.dataDir),
      onLost: (faceId) => {
        c.resolve(inject.indexer).cropLost(faceId);
      },
    }),
    suggestions: new FaceSuggestions({ ...shared, people: list, model, sums: () => catchUp.sums() }),
    mergeSuggestions: new MergeSuggestions({
      ...shared,
      facets: c.resolve(inject.facets),
      model,
      sums: () => catchUp.sums(),
    }),
    settle: async (signal) => {
      await merging.resume(signal);
      await merging.forgetOld(clock(), signal);
      await catchUp.texts(signal);
    },
  };
}
