import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { type MouseEvent, type SubmitEvent, useMemo, useRef, useState } from 'react';
import type { Texts } from '../../router/search';
import { useStored } from '../../session/stored';
import { copyText } from '../copy-text';
import { closePopover } from '../dialogs/popover';
import { passFocus } from '../focus';
import { TextLink } from '../links';
import { isSearch, readViews, type View, withView, withoutView } from './views';

/** The views that a user has saved of a list in this browser, for one account. */
function useViews(list: string) {
  const { text, store, isRefused } = useStored('views', list);
  const views = useMemo(() => readViews(text), [text]);
  return { views, store: (next: readonly View[]) => store(JSON.stringify(next)), isRefused };
}

/** Named sets of filters: opens one, saves the current one, and copies its address for others. */
export default function ViewList({ list, search }: { list: string; search: Texts<string> }) {
  const { views, store, isRefused } = useViews(list);
  const [name, setName] = useState('');
  const [copied, setCopied] = useState<string | null>(null);
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    store(withView(views, { name: name.trim(), search: { ...search } }));
    setName('');
  };
  const nameField = useRef<HTMLInputElement>(null);
  const remove = ({ currentTarget }: MouseEvent<HTMLButtonElement>, removed: string): void => {
    passFocus(currentTarget.closest('li') ?? currentTarget, nameField.current);
    store(withoutView(views, removed));
  };
  const copy = async (): Promise<void> =>
    setCopied(
      (await copyText(window.location.href))
        ? 'The link was copied.'
        : 'The browser did not allow copying. Copy the address of the page instead.',
    );
  return (
    <Stack gap="sm">
      {views.length === 0 ? (
        <Text size="sm" c="dimmed">
          A view is a named set of filters, such as “Failed today”. Views are stored in this browser only.
        </Text>
      ) : (
        <Stack component="ul" gap={2} p={0} m={0} aria-label="Saved views">
          {views.map((view) => (
            <Group key={view.name} component="li" justify="space-between" wrap="nowrap">
              <TextLink
                to="."
                search={view.search}
                activeOptions={{ exact: true }}
                onClick={({ currentTarget }) => closePopover(currentTarget)}
                aria-current={isSearch(view.search, search) || undefined}
                display="block"
                py={5}
                flex={1}
                style={{ overflowWrap: 'anywhere' }}
              >
                {view.name}
              </TextLink>
              <ActionIcon
                variant="subtle"
                size={32}
                aria-label={`Remove the view ${view.name}`}
                onClick={(event) => remove(event, view.name)}
              >
                <X size={14} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      )}
      <form onSubmit={save}>
        <Group gap="xs" align="end" wrap="nowrap">
          <TextInput
            ref={nameField}
            label="Save these filters as"
            flex={1}
            maxLength={60}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={name.trim() === ''}>
            Save
          </Button>
        </Group>
      </form>
      {isRefused && (
        <Text size="sm" role="alert">
          The browser did not store the view. Copy a link to it instead.
        </Text>
      )}
      <Button variant="default" onClick={() => void copy()}>
        Copy a link to this view
      </Button>
      <Text size="xs" c="dimmed" role="status">
        {copied}
      </Text>
    </Stack>
  );
}
