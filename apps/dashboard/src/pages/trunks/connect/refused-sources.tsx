import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { etagOf, type SipTrunkDetail } from '@trunkline/client';
import { format } from '../../../format';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { Note } from '../../../ui/feedback/note';
import { Problem } from '../../../ui/feedback/problem';
import { useChange } from '../../../ui/forms/use-change';
import classes from '../trunk.module.css';
import { STATUS_RELOAD_MS } from '../use-trunk-status';
import type { Refused } from './sources';

const READ_MAX = 100;
const SHOWN_MAX = 3;

/** The start of the hour before the last full minute, so that a query is repeated with the same values. */
const anHourAgo = (): number => Math.floor(Date.now() / 60_000) * 60 - 3_600;

async function loadRefused(networks: readonly string[], signal: AbortSignal): Promise<readonly Refused[]> {
  const query = { reason: ['number_unknown' as const], from: anHourAgo(), limit: READ_MAX };
  const { items } = await trunkline.rejectedCalls.list(query, { signal });
  // Most trunks have none, and need no arithmetic of addresses.
  return items.length === 0 ? [] : (await import('./sources')).refusedSources(items, networks).slice(0, SHOWN_MAX);
}

/** Calls that show a number of the account and come from an address that no trunk has. Users add the addresses that are theirs. */
export function RefusedSources({ trunk, isReadOnly }: { trunk: SipTrunkDetail; isReadOnly: boolean }) {
  const { data: refused = [] } = useQuery({
    queryKey: ['rejected-calls', 'sources', trunk.inbound_cidrs],
    queryFn: async ({ signal }) => loadRefused(trunk.inbound_cidrs, signal),
    refetchInterval: STATUS_RELOAD_MS,
  });
  const add = useChange(
    (source: string) =>
      trunkline.sipTrunks.update(
        trunk.id,
        { inbound_cidrs: [...trunk.inbound_cidrs, source] },
        { ifMatch: etagOf(trunk) },
      ),
    () => refresh('trunks'),
  );
  return (
    <>
      {refused.map(({ source, calls }) => (
        <Note key={source} state="warn" role="status">
          <div className={classes['row']}>
            <Text size="sm">
              <b>
                {format.count(calls)} {calls === 1 ? 'call' : 'calls'} from {source} {calls === 1 ? 'was' : 'were'}{' '}
                refused in the last hour,
              </b>{' '}
              because the address is not among your sources. If it is your system, add it.
            </Text>
            {!isReadOnly && (
              <Button variant="default" size="compact-sm" loading={add.isPending} onClick={() => add.mutate(source)}>
                Add {source}
              </Button>
            )}
          </div>
        </Note>
      ))}
      <Problem title="The address was not added" error={add.error} />
    </>
  );
}
