import { Box, NativeSelect, Stack } from '@mantine/core';
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
import { Panel } from '../../ui/layout/panel';
import { UnreachableRoute } from '../trunks/unreachable-trunk';
import { NumberPath } from './path/number-path';
import { NOWHERE, routeTo, targetOf, useRouteOptions } from './routes';
import { tags } from './tags-field';
import { TrunkForNumber } from './trunk-for-number';

/** Why the settings of the number cannot be changed, if they cannot. */
function useReadOnly(number: PhoneNumber): string | false {
  const may = useMay();
  if (number.status === 'released') return 'The number is released.';
  return !may('numbers:write') && 'Your role cannot change numbers.';
}

/** Where calls to a number go, and how that is changed. */
export function NumberRouting({ number }: { number: PhoneNumber }) {
  const may = useMay();
  const isReadOnly = useReadOnly(number) !== false;
  const [trunkId, setTrunkId] = useState('');
  return (
    <Panel title="Routing" tinted>
      <Stack gap="lg">
        {may('sip_trunks:read') && may('routing:read') && <NumberPath number={number} />}
        <Box maw={480}>
          {/* A form keeps the row that it started from: once the number has the new trunk, it starts anew. */}
          <Routing key={number.trunk_id === trunkId ? trunkId : ''} number={number} isReadOnly={isReadOnly} />
        </Box>
        {!isReadOnly && <TrunkForNumber e164={number.e164} onRouted={setTrunkId} />}
      </Stack>
    </Panel>
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

/** Label, tags, notes and lock of a number. */
export function NumberLabels({ number }: { number: PhoneNumber }) {
  const { e164 } = number;
  return (
    <EditForm
      fields={LABELS}
      row={number}
      save={(changes, options) => trunkline.numbers.update(e164, changes, options)}
      load={() => trunkline.numbers.get(e164)}
      reloads={['numbers']}
      readOnly={useReadOnly(number)}
    />
  );
}
