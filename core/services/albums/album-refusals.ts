import { DomainError } from '../../domain/errors.ts';

// Why an album is not edited.

export const storeAlbum = (): DomainError =>
  new DomainError(
    'conflict',
    'This album is in the photo store: it is changed there, and all that is chosen here is whether the timeline shows its photos.',
    {
      problem: 'store_album',
    },
  );

export const smartAlbum = (): DomainError =>
  new DomainError('conflict', 'This album finds its photos by its rule: change the rule.', { problem: 'smart_album' });

export const chosenAlbum = (): DomainError =>
  new DomainError('conflict', 'The photos of this album are chosen one by one: make a new album for the rule.', {
    problem: 'chosen_album',
  });
