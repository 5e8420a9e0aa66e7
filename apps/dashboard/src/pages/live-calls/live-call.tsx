import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Call } from '@trunkline/client';
import { ArrowRight } from 'lucide-react';
import { format, words } from '../../format';
import { moments } from '../../format/moment';
import { Caller, Phone } from '../../format/phone';
import { trunkline } from '../../session/client';
import { Loaded } from '../../ui/feedback/loaded';
import { Id } from '../../ui/id';
import { Facts } from '../../ui/layout/facts';
import { TextLink } from '../../ui/links';
import { Note } from '../../ui/feedback/note';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { CallLadder } from '../calls/ladder/call-ladder';
import { RouteName } from '../calls/route-name';
import { useGateways } from '../calls/ladder/use-gateways';
import { CallPill } from './call-state';
import { HangUp } from './hang-up';
import { LIVE_MS } from './live-ms';

const route = getRouteApi('/signed-in/calls/live/$id');

/** A call in progress, followed until its record is written. */
export function LiveCallPage() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['live-calls', id],
    queryFn: ({ signal }) => trunkline.calls.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'completed' && state.data.cdr_id ? false : LIVE_MS),
  });
  return (
    <Page
      title={query.data ? `${words(query.data.direction)} call` : 'Call'}
      heading={query.data && <Heading call={query.data} />}
      meta={query.data && <Meta call={query.data} />}
      actions={query.data && <HangUp call={query.data} />}
    >
      <Loaded query={query} title="The call could not be loaded">
        {(call) => <Details call={call} />}
      </Loaded>
    </Page>
  );
}

function Heading({ call }: { call: Call }) {
  return (
    <>
      <Caller call={call} />
      <ArrowRight size={18} strokeWidth={1.75} role="img" aria-label="to" />
      <Phone value={call.callee} />
      <CallPill call={call} />
    </>
  );
}

/** In which direction, since when, and until when it is paid for. */
function Meta({ call: { direction, started_at, answered_at, max_duration_s, status } }: { call: Call }) {
  return (
    <>
      <span>{words(direction)}</span>
      <span className="figures">Since {moments().exact(started_at)}</span>
      {status === 'in_progress' && answered_at !== null && (
        <span className="figures">May last until {moments().clock(answered_at + max_duration_s)}</span>
      )}
    </>
  );
}

function Details({ call }: { call: Call }) {
  const { names } = useGateways(call);
  return (
    <Stack gap={40}>
      {call.status === 'completed' && <Ended cdrId={call.cdr_id} />}
      <Panel>
        <Facts items={factsOf(call)} />
      </Panel>
      <Panel title="What happens">
        <CallLadder call={{ ...call, ended_at: endOf(call) }} names={{ gateways: names }} />
      </Panel>
    </Stack>
  );
}

/** Until its record is written, a call has no other time of its end. */
const endOf = ({ status, started_at, duration_s }: Call): number | null =>
  status === 'completed' ? started_at + duration_s : null;

function Ended({ cdrId }: { cdrId: string | null }) {
  return (
    <Note role="status">
      The call has ended.{' '}
      {cdrId === null ? (
        'Its record follows when the switch has reported it.'
      ) : (
        <TextLink to="/calls/$id" params={{ id: cdrId }}>
          See its record and price
        </TextLink>
      )}
    </Note>
  );
}

function factsOf(call: Call) {
  return [
    ['Trunk', <Trunk key="trunk" id={call.sip_trunk_id} />],
    ['Answered', call.answered_at === null ? 'No' : moments().exact(call.answered_at)],
    ['Duration', format.duration(call.duration_s)],
    ['Cost so far', format.money(call.estimated_cost_cents)],
    ['Held', format.money(call.held_cents)],
    ...(call.customer_reference === null ? [] : [['Reference', call.customer_reference] as const]),
    ['ID', <Id key="id" value={call.id} />],
  ] as const;
}

function Trunk({ id }: { id: string | null }) {
  if (id === null) return <RouteName id={id} />;
  return (
    <TextLink to="/trunks/$id" params={{ id }}>
      <RouteName id={id} />
    </TextLink>
  );
}
