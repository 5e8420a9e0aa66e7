import { useQuery } from '@tanstack/react-query';
import { trunkline } from '../../session/client';

export const useCart = () => useQuery({ queryKey: ['cart'], queryFn: ({ signal }) => trunkline.cart.get({ signal }) });
