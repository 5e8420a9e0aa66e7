import { NativeSelect, Stack, Text, Title } from '@mantine/core';
import type { NumberUpdateRequest, PhoneNumber } from '@trunkline/client';
import { useState } from 'react';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { EditForm } from '../../ui/forms/edit-form';
import type { FieldsFor } from '../../ui/forms/field-values';
import { area } from '../../ui/forms/areas';
import * as fields from '../../ui/forms/fields';
import { toggle } from '../../ui/forms/toggles';
import { StatusMark } from '../../ui/feedback/status-mark';
import { UnreachableRoute } from '../trunks/unreachable-trunk';
import { NOWHERE, routeTo, targetOf, useRouteOptions } from './routes';
import { tags } from './tags-field';
import { TrunkForNumber } from './trunk-for-number';

/** Route, label, tags, notes and lock of a number. */
export function NumberSettings({ number }: { number: PhoneNumber }) {
  const may = useMay();
  const isReadOnly = !may('numbers:write') || number.status === 'released';
  const [trunkId, setTrunkId] = useState('');
  return (
    <Stack>
      {/* A form keeps the row that it started from: once the number has the new trunk, it starts anew. */}
      <Routing key={number.trunk_id === trunkId ? trunkId : ''} number={number} isReadOnly={isReadOnly} />
      {!isReadOnly && <TrunkForNumber e164={number.e164} onRouted={setTrunkId} />}
      <Labels number={number} isReadOnly={isReadOnly} />
      {isReadOnly && (
        <Text size="sm" c="dimmed">
          {number.status === 'released' ? 'The number is released.' : 'Your role cannot change numbers.'}
        </Text>
      )}
    </Stack>
  );
}

const ROUTE = {
  target: {
    ...fields.text(''),
    draw: (input: fields.Input) => <RouteSelect {...input} />,
  },
};

function RouteSelect(props: fields.Input) {
  const { value = '' } = props;
  return (
    <>
      <NativeSelect label="Incoming calls go to" data={useRouteOptions(value)} {...props} />
      {value === NOWHERE ? (
        <StatusMark state="warn" text="Callers hear that the number is not available." />
      ) : (
        <UnreachableRoute target={value} />
      )}
    </>
  );
}

function Routing({ number, isReadOnly }: { number: PhoneNumber; isReadOnly: boolean }) {
  const { e164 } = number;
  return (
    <EditForm<PhoneNumber, typeof ROUTE>
      fields={ROUTE}
      row={number}
      of={(row) => ({ target: targetOf(row) })}
      save={(_changes, options, { target }) => trunkline.numbers.route(e164, routeTo(target), options)}
      load={() => trunkline.numbers.get(e164)}
      reloads={['numbers']}
      readOnly={isReadOnly}
      label="Save the route"
      above={<Title order={2}>Routing</Title>}
    />
  );
}

const NOTES_MAX = 2_000;

const LABELS = {
  label: fields.optionalText('Label'),
  tags: tags('Tags', { description: 'Separated by commas, such as for teams and cost centres.' }),
  notes: area('Notes', { maxLength: NOTES_MAX, maxRows: 8 }),
  deletion_lock: toggle('Protect against release'),
} satisfies FieldsFor<NumberUpdateRequest>;

function Labels({ number, isReadOnly }: { number: PhoneNumber; isReadOnly: boolean }) {
  const { e164 } = number;
  return (
    <EditForm
      fields={LABELS}
      row={number}
      save={(changes, options) => trunkline.numbers.update(e164, changes, options)}
      load={() => trunkline.numbers.get(e164)}
      reloads={['numbers']}
      readOnly={isReadOnly}
      variant="default"
    />
  );
}
