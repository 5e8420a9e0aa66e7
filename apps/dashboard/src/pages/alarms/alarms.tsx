import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { Alarm, AlarmState } from '@trunkline/client';
import { BellRing } from 'lucide-react';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Dialog } from '../../ui/dialogs/dialog';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { SubmitForm } from '../../ui/forms/submit-form';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import { ALARM, NEW_ALARM, requestOf } from './alarm-fields';
import { AlarmMark, AlarmSince, valueAgainst } from './alarm-state';
import { conditionText } from './alarm-texts';

/** Alarms are evaluated once a minute. */
const POLL_MS = 30_000;

const FILTERS = {
  state: filters.choice<AlarmState>('State', { raised: 'Raised', ok: 'OK or off' }, { none: 'All' }),
};

const COLUMNS: readonly Column<Alarm>[] = [
  {
    title: 'Name',
    cell: (alarm) => (
      <>
        <TextLink to="/alarms/$id" params={{ id: alarm.id }} className="opens" dir="auto">
          {alarm.name}
        </TextLink>
        <Text fz="xs" c="dimmed">
          {conditionText(alarm)}
        </Text>
      </>
    ),
  },
  { title: 'State', is: 'state', cell: (alarm) => <AlarmMark alarm={alarm} /> },
  { title: 'Since', cell: (alarm) => <AlarmSince alarm={alarm} /> },
  { title: 'Value', cell: valueAgainst },
  { title: 'Calls in the window', is: 'count', cell: ({ calls }) => format.count(calls) },
];

/** The alarms of the account, with what they measure. */
export function Alarms() {
  const may = useMay();
  const navigate = useNavigate();
  const [isOpen, dialog] = useDisclosure();
  const create = may('webhooks:write') && <Button onClick={dialog.open}>Create an alarm</Button>;
  return (
    <Page title="Alarms" actions={create} restricted={!may('cdrs:read') && 'see alarms'}>
      <Text size="sm" c="dimmed">
        An alarm compares the calls of the last minutes or hours with a threshold, and sends a mail.
      </Text>
      {!may('webhooks:write') && (
        <Text size="sm" c="dimmed">
          Your role cannot change alarms.
        </Text>
      )}
      <FilteredList
        label="Alarms"
        queryKey={['alarms']}
        filters={FILTERS}
        load={(query, options) => trunkline.alarms.list(query, options)}
        columns={COLUMNS}
        pollMs={POLL_MS}
        none="No alarm matches the filter."
        empty={
          <EmptyState
            icon={BellRing}
            text="An alarm tells you when fewer calls than usual are answered, when calls fail or get shorter, or when they cost too much. It sends a mail and an event when it is raised, and again when it is cleared. An account has at most 50 alarms."
          >
            {create}
            <DocsLink page="alarms">About alarms</DocsLink>
          </EmptyState>
        }
      />
      <Dialog opened={isOpen} onClose={dialog.close} title="Create an alarm">
        <SubmitForm
          fields={ALARM}
          start={NEW_ALARM}
          label="Create"
          send={(body) => trunkline.alarms.create(requestOf(body))}
          reloads={['alarms']}
          onSent={({ id }) => {
            dialog.close();
            void navigate({ to: '/alarms/$id', params: { id } });
          }}
        />
      </Dialog>
    </Page>
  );
}
