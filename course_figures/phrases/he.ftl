# כל מה שהאיורים אומרים, בעברית. המפתחות זהים לאלה של en.ftl, ובדיקה משווה ביניהם.

device-cpu = התקן CPU (warpsim) על { $name }, לא GPU
device-gpu = { $name }

tiles-title = שלב { $phase } מתוך { $phases }   (⁦N = { $n }, TILE_WIDTH = { $tile }⁩)
tiles-shared = shared memory של ה־block
tiles-load = טעינה של tile מ־A ושל tile מ־B
tiles-loaded = מחסום: ממתינים עד שכולם טענו
tiles-multiply = הכפלת ה־tiles
tiles-multiplied = מחסום: ממתינים עד שכולם קראו
tiles-write = כתיבה אל C

step-load = שלב { $phase } מתוך { $phases }: כל thread ב־block טוען ל־shared memory איבר אחד מ־A ואיבר אחד מ־B, עבור k מ־{ $first } עד { $last }.
step-loaded = שלב { $phase } מתוך { $phases }: המחסום הראשון. איש לא קורא מה־tiles לפני שכולם סיימו לכתוב.
step-multiply = שלב { $phase } מתוך { $phases }: כל thread מכפיל את השורה שלו ב־As בעמודה שלו ב־Bs, עבור k מ־{ $first } עד { $last }.
step-multiplied = שלב { $phase } מתוך { $phases }: המחסום השני. איש לא טוען את ה־tiles הבאים לפני שכולם קראו מאלה. בכל סכום כבר נצברו { $done } מתוך { $n } מכפלות.
step-write = כל { $phases } השלבים הסתיימו: כל thread שבתוך המטריצה כותב את הסכום שלו אל C.
step-padding = ה־tiles חורגים מהמטריצה ב־{ $zeros }, ואת החסר ממלאים באפסים.

reads-title = mmNaive: שני threads שכנים באותו block
reads-a = שניהם קוראים אותה שורה
reads-b = כל אחד קורא עמודה משלו
reads-c = כל אחד כותב איבר אחד
reads-description = שני threads שכנים מחשבים שני איברים שכנים של C. שניהם קוראים את אותה שורה של A, וכל אחד קורא עמודה משלו של B.

speed-title = GFLOP/s לפי N
speed-x = N
speed-description = גרף של GFLOP/s לפי N, סדרה לכל TILE_WIDTH. מספר הנקודות עד כה: { $count }.
speed-sentence = ⁦TILE_WIDTH = { $tile }, N = { $n }⁩: המהירות ⁦{ $gflops } GFLOP/s⁩ (הזמן ⁦{ $ms } ms⁩). מספר הנקודות עד כה: { $count }.
speed-right = התוצאה הושוותה ל־float64 ונמצאה נכונה.
speed-wrong = התוצאה שגויה ב־{ $wrong } איברים, ולכן אין משמעות למהירות.

comparison-title = נאיבי מול מרוצף: GFLOP/s, ומעל העמודות ההאצה
comparison-description = עמודות של GFLOP/s עבור mmNaive ו־mmTiled, לערכי N הבאים: { $sizes }. מעל כל זוג כתובה ההאצה.
whose-student = שלכם
whose-course = של הקורס

map-constant = ב־A הכול 1, ב־B הכול 2
map-random = A ו־B אקראיות
map-count = שגויים: { $wrong } מתוך { $all }
map-description = { $title }: שגויים { $wrong } מתוך { $all } איברים.

control-step = צעד
control-back = ▶ אחורה
control-next = קדימה ◀
control-step-hint = הזיזו את המחוון (גם במקשי החצים), לחצו על הכפתורים, או לחצו על ההפעלה.
control-speed-hint = הזיזו מחוון (גם במקשי החצים). כל שינוי מריץ את ה־kernel ומוסיף נקודה.
