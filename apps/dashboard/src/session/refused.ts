import { isTrunklineError } from '@trunkline/client';
import { useSyncExternalStore } from 'react';
import { queries } from './client';

const cache = queries.getQueryCache();

/** In the keys of the queries of the search over all pages, whose text is no filter of the page below it. */
export const OF_SEARCH = 'go-to';

const subscribe = (notify: () => void): (() => void) => cache.subscribe(notify);

const refusedNow = (): string =>
  cache
    .findAll({ type: 'active', predicate: ({ queryKey }) => !queryKey.includes(OF_SEARCH) })
    .flatMap(({ state: { error } }) => (isTrunklineError(error, 'invalid_input') ? Object.keys(error.fields) : []))
    .join();

/** Returns the names of the parameters that the API has refused in the queries of the page, separated by commas. */
export const useRefused = (): string => useSyncExternalStore(subscribe, refusedNow);
