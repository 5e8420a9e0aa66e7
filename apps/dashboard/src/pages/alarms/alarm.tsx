import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Alarm } from '@trunkline/client';
import { format } from '../../format';
import { ZoneNote } from '../../format/moment';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { ActionButton } from '../../ui/action-button';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { Id } from '../../ui/id';
import { Facts } from '../../ui/layout/facts';
import { EditForm } from '../../ui/forms/edit-form';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/feedback/loaded';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { useNumber } from '../numbers/use-number';
import { ALARM, changeOf, rowOf } from './alarm-fields';
import { AlarmMark, AlarmSince, valueAgainst } from './alarm-state';
import { conditionText } from './alarm-texts';

const route = getRouteApi('/signed-in/alarms/$id');
/** Alarms are evaluated once a minute. */
const POLL_MS = 30_000;

/** One alarm: its state, the calls that it measures, and its settings. */
export function AlarmPage() {
  const { id } = route.useParams();
  const mayChange = useMay()('webhooks:write');
  const query = useQuery({
    queryKey: ['alarms', id],
    queryFn: ({ signal }) => trunkline.alarms.get(id, { signal }),
    refetchInterval: POLL_MS,
  });
  const { data } = query;
  return (
    <Page title={data?.name ?? 'Alarm'} actions={data && mayChange && <Actions alarm={data} />}>
      <ZoneNote />
      <Loaded query={query} title="The alarm could not be loaded">
        {(alarm) => (
          <>
            <Panel>
              <Facts
                items={[
                  ['State', <AlarmMark key="state" alarm={alarm} />],
                  ['Since', <AlarmSince key="since" alarm={alarm} />],
                  ['Value', valueAgainst(alarm)],
                  ['Calls in the window', format.count(alarm.calls)],
                  ['Raised when', conditionText(alarm)],
                  ['Calls', <MeasuredCalls key="calls" alarm={alarm} />],
                  ['ID', <Id key="id" value={alarm.id} />],
                ]}
              />
            </Panel>
            <Panel title="Settings">
              <EditForm
                fields={ALARM}
                row={alarm}
                of={rowOf}
                save={(changes, options, body) => trunkline.alarms.update(alarm.id, changeOf(changes, body), options)}
                load={() => trunkline.alarms.get(alarm.id)}
                reloads={['alarms']}
                readOnly={!mayChange && 'Your role cannot change alarms.'}
              />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Actions({ alarm: { id, name, enabled } }: { alarm: Alarm }) {
  const navigate = useNavigate();
  return (
    <>
      <ActionButton
        label={enabled ? 'Turn off' : 'Turn on'}
        action={() => trunkline.alarms.update(id, { enabled: !enabled })}
        reloads={['alarms']}
      />
      <ConfirmButton
        label="Delete"
        title={`Delete the alarm ${name}`}
        text="The alarm is no longer evaluated, and no more mails are sent. If it is raised, it is cleared first."
        action={async () => {
          await trunkline.alarms.delete(id);
          await navigate({ to: '/alarms' });
        }}
        reloads={['alarms']}
      />
    </>
  );
}

/** Leads to the calls that an alarm measures. */
function MeasuredCalls({ alarm: { scope } }: { alarm: Alarm }) {
  const { sip_trunk_id, number_id, country } = scope;
  const number = useNumber(number_id);
  return (
    <TextLink
      to="/calls"
      search={{
        ...(sip_trunk_id && { trunk: sip_trunk_id }),
        ...(number && { number: number.e164 }),
        ...(country && { country }),
        time: 'hour',
      }}
    >
      Calls of the last hour
    </TextLink>
  );
}
