import type { AccessHouse } from './access-house.ts';
import type { MakeRequest } from './access-request.ts';
import { accountRequests } from './access-requests-of-accounts.ts';
import { shareRequests } from './access-requests-of-shares.ts';
import { libraryRequests } from './access-requests-of-library.ts';
import { stackRequests } from './access-requests-of-stacks.ts';
import { tripRequests } from './access-requests-of-trips.ts';

/** A valid request for every route of the contract, by method and path. */
export async function goodRequests(house: AccessHouse): Promise<ReadonlyMap<string, MakeRequest>> {
  return new Map(
    Object.entries({
      ...accountRequests(house),
      ...(await libraryRequests(house)),
      ...(await shareRequests(house)),
      ...(await tripRequests(house)),
      ...(await stackRequests(house)),
    }),
  );
}
