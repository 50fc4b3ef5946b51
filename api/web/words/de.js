// Die Worte der Seite auf Deutsch.

export const de = {
  language: "Deutsch",
  app: "Regrets",
  card: {
    named: "{suit} {rank}",
    downNamed: "{card}, verdeckt",
    hidden: "eine verdeckte Karte",
  },
  rank: {
    2: "Zwei", 3: "Drei", 4: "Vier", 5: "Fünf", 6: "Sechs", 7: "Sieben", 8: "Acht", 9: "Neun",
    T: "Zehn", J: "Bube", Q: "Dame", K: "König", A: "Ass",
  },
  suit: { c: "Kreuz", d: "Karo", h: "Herz", s: "Pik" },
};
