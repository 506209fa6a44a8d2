import type { Page, Request } from 'playwright-core';

/** Requests for code and data that are under way. */
const underWay = new WeakMap<Page, Set<Request>>();
/** The number of those that have finished or were refused. */
const fetched = new WeakMap<Page, number>();
const awaited = new Set(['script', 'stylesheet', 'fetch', 'xhr']);

/** To be called with each new page. */
export function followRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => {
    if (awaited.has(request.resourceType())) requests.add(request);
  });
  const end = (request: Request): void => {
    if (requests.delete(request)) fetched.set(page, countFetched(page) + 1);
  };
  page.on('requestfinished', end).on('requestfailed', end);
  page.on('response', (response) => {
    // Pages do not always read the body of a refused request, which then never finishes.
    if (!response.ok()) end(response.request());
  });
}

/** Whether a page waits for code or data, from addresses that contain `part`. Photos and videos do not count. */
export function isFetching(page: Page, part = ''): boolean {
  return [...(underWay.get(page) ?? [])].some((request) => request.url().includes(part));
}

/** The number of requests for code and data that have finished so far. */
export function countFetched(page: Page): number {
  return fetched.get(page) ?? 0;
}
