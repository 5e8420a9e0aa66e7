import { isTrunklineError } from '@trunkline/client';
import { useSyncExternalStore } from 'react';
import { queries } from './client';

const cache = queries.getQueryCache();

const subscribe = (notify: () => void): (() => void) => cache.subscribe(notify);

const refusedNow = (): string =>
  cache
    .findAll({ type: 'active' })
    .flatMap(({ state: { error } }) => (isTrunklineError(error, 'invalid_input') ? Object.keys(error.fields) : []))
    .join();

/** Returns the names of the parameters that the API has refused in the queries which the page shows, separated by commas. */
export const useRefused = (): string => useSyncExternalStore(subscribe, refusedNow);
