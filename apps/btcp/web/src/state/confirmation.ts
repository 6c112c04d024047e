import { createStore } from './store.ts';

export interface Question {
  title: string;
  text: string;
  action: string;
  answer(goesAhead: boolean): void;
}

export const confirmation = createStore<{ question: Question | null }>({ question: null });

export function confirmed(question: Omit<Question, 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (goesAhead: boolean) => {
      confirmation.update({ question: null });
      resolve(goesAhead);
    };
    confirmation.update({ question: { ...question, answer } });
  });
}
