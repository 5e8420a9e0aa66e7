import { useQuery } from '@tanstack/react-query';
import { trunkline } from '../../session/client';

export const useUser = () => useQuery({ queryKey: ['user'], queryFn: ({ signal }) => trunkline.user.get({ signal }) });
