### プログラムの日本語の文言。

## Sides and ranks

colour-black = 黒
colour-white = 白
rank-professional = プロ{ $grade }段
rank-dan = アマ{ $grade }段
rank-kyu = { $grade }級

## Amounts

zi-quarter = 1/4
zi-half = 1/2
zi-three-quarters = 3/4
zi-whole = { $whole }子
zi-part = { $part }子
zi-mixed = { $whole }と{ $part }子
list-separator = 、

## Values

value-none = なし
value-erased = 記録は求めにより消去
value-open = （未定）
value-deliberate = 故意
value-misread = 読み誤り
value-permitted = 審判の許可あり
value-not-permitted = 許可なし
value-hand-on = 手が石から離れていない
value-struck-out = なし（この記録は抹消）
vote-counted = 賛成{ $for }、反対{ $against }
move-pass = パス

## Offices

role-organiser = 主催者
role-chief-arbiter = 審判長
role-deputy-chief-arbiter = 副審判長
role-arbiter = 審判
role-recorder = 記録係
role-panel-member = 裁定委員
role-reviewer = 審査員
role-auditor = 監査人

## Results

result-won-by-count = { $winner }勝ち（計算による）
result-won-by-resignation = { $winner }中押し勝ち
result-won-by-time = { $winner }時間切れ勝ち
result-won-by-forfeit = { $winner }反則勝ち
result-won-by-warnings = { $winner }勝ち（相手の警告二回）
result-won-by-absence = { $winner }不戦勝
result-won-by-ruling = { $winner }勝ち（裁定による）
result-won-by-sanction = { $winner }勝ち（相手への処分による）
result-won-by-margin = { $winner }の{ $margin }勝ち（{ $by }）
result-not-won = { $outcome }（{ $by }）
result-with-state = { $result }、{ $state }
result-none = まだ結果なし
result-draw = 持碁
result-both-lose = 両者負け
result-no-result = 無勝負
result-by-count = 計算
result-by-resignation = 中押し
result-by-time = 時間切れ
result-by-forfeit = 反則
result-by-warnings = 警告二回
result-by-absence = 不戦
result-by-ruling = 裁定
result-by-sanction = 処分
result-state-provisional = 未確認
result-state-confirmed = 確認済み
result-state-appealed = 上訴中
result-state-final = 確定

## Orders of rulings and decisions

order-void-move = 記録{ $entry }の着手は無効とし、石を取り除く
order-move-stands = 記録{ $entry }の石はその点で有効とする
order-restore-stones = { $colour }石を{ $points }に戻す
order-remove-stones = { $points }の石を取り除く
order-move-stone = { $from }の石を{ $to }に移す
order-swap-players = 対局者の黒白を入れ替え、局面はそのまま
order-set-clock = 時計を合わせる：{ $settings }
order-treat-as-pass = { $colour }の時間超過はパスとみなす
order-award-points = 計算では{ $points }を{ $colour }のものとする
order-resume = 対局を再開し、時計を動かす
order-set-result = 結果を次のとおりとする：{ $result }
order-draw = 持碁とする
order-both-lose = 両者負けとする
order-no-result = 無勝負とする
order-replay = { $game }として打ち直す
order-overturn = { $ruling }は効力を失う

## Warnings, penalties, sanctions

warning-for = { $colour }に警告一回
admonition-for = { $colour }に勧告一回
penalty-forfeit-turn = { $colour }の手番を一回失う
penalty-deduct-zi = { $colour }から{ $amount }を引く
penalty-deduct-time = { $colour }の持ち時間から{ $amount }を引く
penalty-lose-game = { $colour }の負けとする
sanction-cancel-results = 成績取り消し
sanction-lose-games = 当該対局を負けとする
sanction-drop-place = 賞金を一つ下の順位とする
sanction-suspend = 出場停止
sanction-censure = 公開譴責

## Clocks

clock-left = 持ち時間残り{ $time }
clock-periods-left = 秒読み残り{ $count }回
clock-period-left = この秒読みの残り{ $time }
clock-moves-left = この区間であと{ $count }手
clock-used = 使用{ $time }
clock-over = { $time }超過
clock-running = 動作中
clock-set-left = { $colour }の持ち時間残り{ $time }
clock-set-periods = { $colour }の秒読み残り{ $count }回
clock-set-turn = { $colour }の今の秒読みの使用{ $time }
clock-table = それぞれの時点での両者の時計と、その時の結果
clock-strip = 時計の推移
clock-strip-reading = 横棒は一手の考慮時間、高い棒は秒読み、破線は両時計の停止を表す。
call-left = 残り{ $count }分
call-minutes = { $count }分

## Boards

board-description = 有効な着手{ $moves }手、最終手{ $last }、{ $colour }の番、取られた石：黒{ $black }・白{ $white }。
board-as-text = 文字による盤面
board-numbers = 数字は{ $first }手目以降の着手。
board-unnumbered = 数字のない石は{ $first }手目より前から盤上にあるか、着手以外で置かれた。
board-triangle = △は争点の記録に関わる点。
board-square = □は裁定が盤上で変えた点。
board-ring = 輪は最終手。
scene-before = 記録#{ $entry }の前
scene-at = 記録#{ $entry }の時点
scene-decided = 裁定{ $decision }の後

## Articles and findings

article-summary-unofficial = 要旨（非公式）：
article-of-event = 本大会独自の規定
article-source = { $edition }版の中国語原文より引用（誤植もそのまま）。原文のSHA-256：
finding-left-open = 条文は定めていない。
finding-status-open = 未裁定
finding-status-ruled = 条文どおりに裁定
finding-status-departed = 条文と異なる裁定
finding-status-lapsed = 失効
finding-status-automatic = 自動的に発効
decider-automatic = 裁定を要しない（自動的に発効）
decider-arbiter = 審判
decider-chief-arbiter = 審判長
window-next-move = 相手の次の着手まで
window-any-move = どちらかの次の着手まで
window-colour-swap-last-move = 規則の定める手数まで
window-cycle-broken = 循環が破れるまで
window-game-end = 終局まで
window-never = いつでも
window-complaint = 期限内の申し立て：
evidence-bytes = { $bytes }バイト
evidence-open = 公開
evidence-restricted = 非公開
evidence-file-awaited = 未着
evidence-file-kept = 保管中
evidence-file-deleted = 削除済み

## Breaches

breach-take-back = 待った
breach-stone-dropped = 石を落とした
breach-stone-displaced = 石のずれ
breach-board-scattered = 盤面の崩れ
breach-phone-rang = 携帯電話の着信音
breach-phone-viewed = 携帯電話の画面を見た
breach-smoking = 喫煙
breach-talk = 会話
breach-consultation = 資料の参照
breach-disturbance = 妨害
breach-left-game = 途中退場
breach-stalling = 不当な時間稼ぎ
breach-match-fixing = 八百長
breach-ceremony-missed = 式典欠席
breach-phone-used = 会場での携帯電話使用
breach-other = その他
pause-schedule = 予定による
pause-ruling = 裁定のため
pause-fault = 故障のため
pause-consent = 両対局者の同意

## Appeals

appeal-status-filed = 提出済み
appeal-status-seated = 委員会で審理中
appeal-status-decided = 裁定済み
appeal-status-withdrawn = 取り下げ
appeal-outcome-upheld = 認容
appeal-outcome-partly-upheld = 一部認容
appeal-outcome-dismissed = 棄却
appeal-outcome-out-of-time = 期限切れ

## Entries by their types

event-tournament-opened = 大会の開設
event-regulations-supplemented = 規定の追加
event-official-appointed = 役員の任命
event-official-relieved = 役員の解任
event-team-registered = チーム登録
event-player-registered = 選手登録
event-lineup-declared = 出場順の届け出
event-lot-committed = 抽選の事前確約
event-lot-drawn = 抽選
event-round-paired = 組み合わせ
event-pairing-changed = 組み合わせの変更
event-player-withdrew = 棄権
event-sanction-imposed = 処分
event-sanction-lifted = 処分の取り消し
event-standings-published = 順位の発表
event-round-closed = 回戦の終了
event-tournament-closed = 大会の終了
event-nigiri-held = 握り
event-player-arrived = 選手の到着
event-player-absent = 選手の不在
event-game-started = 対局開始
event-stone-played = 着手
event-turn-passed = パス
event-captives-lifted = アゲハマの取り上げ
event-clock-pressed = 時計を押した
event-clock-read = 時計の確認
event-byoyomi-read = 秒読み
event-seat-left = 離席
event-seat-retaken = 着席
event-breach-observed = 違反の確認
event-complaint-raised = 申し立て
event-consent-given = 同意
event-game-paused = 対局の中断
event-game-resumed = 対局の再開
event-times-confirmed = 使用時間の確認
event-clock-fault-found = 時計の故障
event-relief-requested = パス扱いの申請
event-move-sealed = 封じ手
event-seal-opened = 封じ手の開封
event-end-proposed = 終局の提案
event-end-agreed = 終局の合意
event-end-declined = 終局の拒否
event-dead-stones-agreed = 死石の合意
event-life-disputed = 死活の争い
event-contested-point-found = 未決の点
event-board-counted = 計算
event-recount-requested = 再計算の要求
event-resigned = 投了
event-result-confirmed = 結果の確認
event-ruling-made = 裁定
event-warning-issued = 警告
event-admonition-given = 勧告
event-penalty-imposed = 罰則
event-entry-inserted = 記録の追加
event-entry-corrected = 記録の訂正
event-statement-taken = 陳述
event-evidence-attached = 証拠
event-appeal-filed = 上訴の提出
event-panel-seated = 裁定委員会の構成
event-appeal-decided = 上訴の裁定
event-appeal-withdrawn = 上訴の取り下げ

## Names of fields

label-about = 対象
label-accepted = 受理日時
label-after = この後
label-against = 上訴の対象
label-allowed = 条文が認める裁定
label-announced = 告知日時
label-answers = 応答の対象
label-appeal-by = 上訴人
label-area = 地と石
label-article = 条文
label-as-of = 基準時点
label-authority = 決定機関
label-by = 当事者
label-call = 読み上げ
label-corrects = 訂正の対象
label-decided-by = 裁定者
label-decision = 裁定
label-decides = 裁定権者
label-window = 申し立ての期限
label-departure = 逸脱
label-detected = 発覚日時
label-edition = 規則
label-effect = 効果
label-entry = 記録
label-evidence = 証拠
label-file = ファイル
label-facts = 事実
label-finding = 認定
label-from = 陳述者
label-game = 対局
label-games = 当該対局
label-grounds = 上訴理由
label-hand = 手
label-happened = 発生日時
label-intent = 意図
label-kind = 種類
label-leave = 許可
label-lifted = 取り上げた石
label-moment = 時点
label-names = 言及された条文
label-orders = 命じる事項
label-outcome = 結論
label-panel = 委員
label-points = 点
label-read-as = 読み替え
label-read-to = 読まれた側
label-reading = 時計の表示
label-reasons = 理由
label-recorded-by = 記録：
label-recused = 回避
label-relief = 求める措置
label-result = 結果
label-result-now = 現在の結果
label-ruled = 裁定内容
label-ruling = 裁定
label-says-dead = 死と主張する側
label-sha256 = SHA-256
label-signatures = 署名
label-stands = 効力
label-statement = 陳述
label-status = 状態
label-stone = 石
label-text = 発言
label-times = タイムゾーン
label-tournament = 大会
label-until = 期限
label-voiced-by = 代弁者
label-vote = 採決
label-whom = 対象者
label-with = 共同の裁定者

## The dossier of an appeal

dossier-title = 上訴記録：{ $appeal }
dossier-game = 第{ $round }回戦 席番{ $board }（{ $game }）
dossier-as-of = 台帳の記録#{ $seq }（{ $time }受理）
dossier-decisions = 裁定の経過
dossier-no-decision = まだ裁定はない。
dossier-stands = 有効
dossier-overturned = { $by }により取り消し
dossier-story = 経緯
dossier-disputed = 争点
dossier-departure = この裁定は、その時点で条文が認めるものから外れている。
dossier-boards = 盤面と時計
dossier-not-named = 裁定は対象の記録を挙げていない。裁定前の最後の着手を示す。
dossier-articles = 引用条文
dossier-no-article = 条文の引用なし。
dossier-entries = 引用した記録
dossier-hash-rule = 記録のハッシュは、ゼロの1バイトに記録のバイト列を続けたもののSHA-256である。バイト列はこの文書のファイルに収められ、誰でも検算できる。
dossier-head = 作成時の台帳の最終記録は#{ $seq }、ハッシュは{ $hash }。
dossier-bytes = 記録のバイト列
dossier-checkpoint = 各記録は、{ $origin }が{ $size }件の記録に署名したチェックポイント（ルート{ $root }）によって証明される。
dossier-unsigned = この文書の記録を含む署名済みチェックポイントはまだない。
dossier-proofs = 記録の証明（C2SP tlog-proof）

## The frame of the pages

page-skip = 本文へ移動
page-way = 現在の場所
page-ledger = 台帳
page-size = 大きさ
page-entries = 記載数：{ $size }
page-last-hash = 最後の記載のハッシュ
page-check = データフォルダーを持つ人は次のコマンドですべてを検証できます：
page-language = 言語
page-events = 大会
page-no-events = 閲覧できる大会はありません。
page-for-programs = プログラム向け
page-keys = キー操作
page-keys-only-show = キーは表示だけに使います。キーで記録されることはありません。
page-letter-keys = 一文字のキーを使う
page-close = 閉じる
page-round = 第{ $number }回戦
page-board = 第{ $number }卓
page-rounds-of = { $of }回戦中 第{ $rounds }回戦
page-closed = 終了
page-under-way = 進行中
key-help = この説明
key-close = 開いているものを閉じる

## Signing in

sign-in = サインイン
sign-out = サインアウト
sign-as = サインイン中：
sign-keeper = サービスの管理者
sign-refused = サインインできませんでした
sign-explained = 役員はサービスの管理者から受け取ったトークンでサインインします。閲覧だけなら不要です。
sign-token = トークン

## Problems

problem-meaning = この意味
problem-trace = 追跡番号
problem-again = 同じ要求は後で通ることがあります。
problem-not-again = 同じ要求は後でも通りません。
problem-code = コード
problem-status = HTTPステータス

## Tournaments

page-parts = このページの内容
page-rounds = 回戦
page-no-rounds = まだ組み合わせがありません。
page-not-opened = この台帳に大会はありません。
page-players = 参加者：{ $players }
page-starts = 開始：
page-boards-of = 第{ $number }回戦の対局
page-board-short = 卓
page-round-short = 回戦
page-pairing = 黒番、白番
page-moves = 手数
page-byes = 不戦：
page-open-findings = 未裁定：{ $count }
page-nigiri = ニギリで決める
page-standings-after = 第{ $number }回戦終了時の順位。
page-origin = 数字を選ぶとその内訳が見られます。
page-place = 順位
page-name = 名前
page-rank = 段級位
page-number = 番号
page-separated = 次の順位との差
page-open-games = 未決着：
page-provisional = 未確認：
page-appealed = 提訴中：
page-lifted = 解除済み
page-cross-signs = 12+b：12番に黒で勝ち；− 負け、= 引き分け、# 両者負け、x 取り消し、! 不戦。
page-by = 記録者
key-round = 前の回戦、次の回戦
tab-boards = 対局
tab-standings = 順位
tab-crosstable = 対戦表
tab-moves = 着手
tab-clock = 時計
tab-timeline = 経過
tab-findings = 判定
game-status-paired = 組み合わせ済み
game-status-playing = 対局中
game-status-paused = 中断
game-status-sealed = 封じ手
game-status-ending = 終局の合意
game-status-counting = 計算中
game-status-finished = 終了
game-status-confirmed = 確認済み
explain-title = { $name }：第{ $round }回戦終了時 { $place }位
explain-bouts = 回戦ごとの内訳
explain-opponent = 相手
explain-points = 勝点
explain-worth = 相手から得る点
explain-bye = 不戦勝
explain-sums = 合計
explain-in-force = 本大会の方式；最高点{ $highest }
explain-otherwise = 別の方式；最高点{ $highest }
explain-order = 順位の決め方
explain-above = 上位との差、
explain-below = 下位との差、
explain-nothing = 差はなく同順位
bout-won = 勝ち
bout-drew = 引き分け
bout-lost = 負け
bout-both-lost = 両者負け
bout-cancelled = 取り消し
basis-played = 対局
basis-sanction = 制裁による
basis-withdrawal = 棄権による

## A game

game-board = 盤
game-to-play = 手番
game-at-move = { $number }手目の盤面
game-lost-stones = 取られた石：{ $count }
game-warnings = 警告：{ $count }
game-replayed-as = 再対局：
game-ruling-published = 裁定{ $ruling }が公表されました：{ $outcome }
game-steps = 手を進める・戻す
game-first = 最初の局面
game-back-ten = 10手戻る
game-back = 1手戻る
game-on = 1手進む
game-on-ten = 10手進む
game-last = 現在
game-move = 手数
game-go = 移動
game-looks = 盤の表示
game-coordinates = 座標
game-numbers = 手数表示
game-turned = 反対側から
game-incidents = 出来事
game-incident-before = 前の出来事
game-incident-after = 次の出来事
game-no-moves = まだ着手がありません。
game-voided = 裁定で取り消された手：
game-clocks-at = { $number }手目の時計
game-to-call = このまま考え続けたときの秒読み
game-no-clock = この対局には時計の記録がありません。
game-nothing = まだ記録がありません。
game-part = 全{ $all }件中 { $from }～{ $to }件
game-parts = 経過の区切り
game-earlier = 前へ
game-later = 後へ
game-amended = 訂正
game-no-findings = 規則上の指摘も裁定もありません。
game-findings = 判定と裁定
game-overturned = 取り消し
game-fold = すべて閉じる
game-unfold = すべて開く
penalty-name-forfeit-turn = 一手パス
penalty-name-deduct-zi = 子の減点
penalty-name-deduct-time = 時間の減算
penalty-name-lose-game = 負け
event-overturned = 裁定の取り消し
event-struck-out = 抹消
event-set-apart = 別扱い
key-step = 1手戻る・進む
key-ten = 10手戻る・進む
key-ends = 最初・現在
key-go-to = 手数を指定
key-incident = 次・前の出来事
key-fold = すべて閉じる・開く
key-coordinates = 座標
key-numbers = 手数表示
key-turn = 盤を反転
key-tab = 着手・時計・経過・判定

## Standings

criterion-total-score = 総得点
criterion-points = 勝点
criterion-opponents = 対戦相手の勝点合計
criterion-beaten = 勝った相手の勝点
criterion-warnings = 警告回数
criterion-wins = 勝局数
criterion-direct = 直接対決
criterion-sos = SOS
criterion-sos1 = SOS-1（最低点を除く）
criterion-sos2 = SOS-2（最低二点を除く）
criterion-sosos = SOSOS
criterion-sodos = SODOS
criterion-cumulative = 累進点
criterion-boards = 席順の比較
criterion-rating = レーティング
criterion-playoff = プレーオフ
criterion-lot = 抽選
criterion-elimination = 敗退が後
unplaced-withdrew-before-start = 第一回戦前に棄権
unplaced-results-void = 途中棄権により全成績無効
pmax-scored = 実際の最高勝点
pmax-possible = 可能な最高勝点
format-swiss = スイス式
format-round-robin = 総当たり
format-double-round-robin = 二回総当たり
format-multi-round-robin = 複数回総当たり
format-knockout = トーナメント
format-double-knockout = 二敗失格トーナメント
format-multi-knockout = 複数敗失格トーナメント
format-swiss-knockout = スイス式とトーナメント
format-match = 番碁
format-win-and-stay = 勝ち抜き戦
edition-cn-1988 = 中国囲碁競技規則1988年版
edition-cn-2002 = 中国囲碁競技規則2002年版

## The arbiter's table

table-title = 審判席
table-own = 担当の卓
table-others = その他の卓
table-boards = 審判を待つ卓
table-nothing = 待っている卓はありません。
table-no-appeals = 審理中の上訴も、進行中の上訴期限もありません。
table-window = 上訴できる
table-confirm = 結果の確認待ち
table-clock-out = 時間切れ（記録漏れがなければ）
table-clock-near = 時間切れが近い
table-clock-end = 終了時刻
table-open = 見る
table-since = 待機開始
urgency-overtime = 時間
urgency-stopped = 対局中断
urgency-called = 呼び出し
urgency-found = 認定
urgency-clock = 時計
urgency-confirm = 確認待ち

## A case

case-matter = 案件
case-not-signed-in = 裁定するには先にサインインしてください。
case-no-office = 裁定できるのはこの大会の審判だけです。
case-own-game = 自分の対局を裁定することはできません。
case-other-board = この卓はあなたの担当ではありません。
case-chief-decides = これは審判長が裁定します。
case-without-finding = 認定によらない裁定
case-article-missing = 根拠となる条文を選んでください。
case-words-missing = 裁定の内容を短く書いてください。
case-reasons-missing = 理由を書いてください。条文から外れるか、認定によらない裁定です。
case-outcome-missing = 裁定を一つ選んでください。
case-recorded = 裁定{ $ruling }を記録しました（記録#{ $seq }から）。
case-window-open = 期限内
case-window-closed = 期限切れ
case-moved-on = このフォームを作った後に対局が進みました。下の効果は変わっているかもしれません。
case-reload = 作り直す
case-called = 申し立て
case-none = 認定に対する裁定ではありません。条文を引き、理由を述べます。
case-earlier = この対局でのこれまでの警告
case-no-warnings = この対局で警告はありません。
case-rulings = 行われた裁定
case-decide = 裁定する
case-settled = この認定はすでに裁定されています。再度の裁定は前の裁定と並び、前の処分は残ります。
case-again = もう一度裁定する
case-no-session = このページでサインインした人だけが裁定を記録できます。
case-outcomes = 条文が認める裁定とその結果
case-depart = 別の裁定
case-depart-explained = 条文から外れ、逸脱として示され、理由が必要
case-depart-orders = 別の裁定の内容
case-orders = 命じる事項
case-words = 裁定を短く
case-choose-article = — 条文を選ぶ —
case-draft-kept = 書いた内容は、記録されるまでこのブラウザーに残ります。
case-review = 記録の前に確認する
case-answers = この裁定が答えるもの
case-not-now = 現在の局面では実行できません：
case-effect-later = 値を入れると、確認の画面で効果が示されます。
case-wrong = このままでは受け付けられません
case-no-evidence = 陳述も証拠もありません。
case-restricted = 制限付きの証拠（関係者だけに示す）：{ $count }件
request-open = 回答待ち
request-answered = 裁定で回答済み
request-void = 期限後のため無効
open-to = 移す点
open-from = 動かす石の点
open-points = 対象の点
open-entry = どの記録
open-game = 新しい対局のID
open-colour = どちらの側
open-black-ms = 黒の残り持ち時間
open-white-ms = 白の残り持ち時間
open-black-turn-ms = 黒の秒読み中の使用時間
open-white-turn-ms = 白の秒読み中の使用時間
open-black-periods = 黒の残り秒読み回数
open-white-periods = 白の残り秒読み回数

## Orders of one's own

own-sides = 警告と処分
own-stones = 石と手番
own-clocks = 時計
own-game = 対局全体
own-zi = 計算時に{ $colour }から引く
own-time = { $colour }の持ち時間から引く
own-from = 動かす石の点
own-to = 移す点
own-remove = 取り除く石の点
own-restore = { $colour }の石を戻す点
own-award = 計算時に{ $colour }とする点
own-left = { $colour }の残り持ち時間
own-periods = { $colour }の残り秒読み回数
own-turn = { $colour }の秒読み中の使用時間
own-result = 結果を定める
own-replay = 打ち直しの対局ID
own-overturn = 取り消す裁定
own-zi-form = 4分の1子単位：1 または 0.25
own-time-form = 時間（h:mm:ss または m:ss）
own-point-form = 点（例 D4）
own-points-form = 点（例 D4 Q16）
own-number-form = 整数
own-replay-form = 小文字・数字・ハイフンのID（例 r1-b1-again）
own-colour-form = black または white
own-wrong = 「{ $value }」を読めません。必要な形：{ $expected }

## What would follow

effect-what = 項目
effect-before = 現在
effect-after = 裁定後
effect-nothing = 盤面・時計・警告・結果・順位は変わりません。
effect-second-warning = 二回目の警告です：{ $colour }の負けとなります。
effect-departure = 条文が認める裁定から外れます。
effect-ruled-before = 同じ認定への裁定{ $ruling }は有効なままで、その効果も残ります。
effect-warnings = { $colour }の警告
effect-clock = { $colour }の時計
effect-off = 盤から取る：{ $colour } { $points }
effect-on = 盤に置く：{ $colour } { $points }
effect-place = { $place }位、{ $points }点
effect-more-places = ほかに変わる順位：{ $count }
effect-games = ほかに変わる対局：
effect-grounds = 根拠を失う決定や記録：

## The review before recording

review-title = 記録の前の確認
review-follows = 結果
review-entries = 書き込まれる記録：{ $count }
review-gone-on = フォームを作った後に記録が加わりました。ここに示すのは現在のものです。
review-board-wrong = この卓の番号{ $board }を入力してください。
review-not-confirmed = 確認の印を付けてください。
review-read = 書き込まれる内容を読みました。
review-confirm = はい。示されたとおり盤面・時計・警告・処分を変えます。
review-type = 重大な裁定です：勝敗を決める、条文から外れる、または前の裁定に重なります。記録するには卓番号{ $board }を入力してください
review-record = 記録する
review-back = 戻って直す

## Somebody was quicker

conflict-title = 記録されていません：先に別の記録がありました
conflict-gone-on = あなたの裁定の前に対局が進みました。
conflict-ruled = ほかの人が先に裁定しました。
conflict-nothing = あなたの内容は何も記録されていません。両方を比べて決めてください。
conflict-theirs = 記録された内容
conflict-mine = あなたが記録しようとした内容
conflict-since = その間の記録
conflict-look = 現在の案件を見る
conflict-again-explained = 再度の裁定は前の裁定と並び、前の処分は残ります。
conflict-again = それでももう一度裁定する
conflict-go-on = 現在の対局で自分の裁定を確認する
tab-board = 盤面
tab-evidence = 証拠
tab-log = 経過
key-case-tab = 盤面・時計・証拠・経過
sheet-print = 裁定書を印刷
appeals-title = 上訴
appeals-one = 上訴
appeals-all = すべての上訴

## Filing, hearing and deciding appeals

appeals-against = これに上訴する
appeals-no-deadline = 規定に上訴の期限はありません。
appeals-in-time-until = 上訴期限
appeals-late-since = 上訴期限は過ぎています。期限
appeals-who-form = 棋士・チーム・役員・団体のID：
appeals-no-decision = 上訴の対象を選んでください。
appeals-id-form = 小文字・数字・ハイフン。この大会で一意
appeals-by-missing = 上訴人を書いてください。
appeals-grounds-missing = 上訴の理由を書いてください。
appeals-relief-missing = 求める措置を書いてください。
appeals-none = 上訴はありません。
appeals-late = 期限後に提出
appeals-who-files = 上訴は、提出を受けた審判・審判長・主催者がここに登録します。
appeals-file = 上訴を提出する
appeals-id = 上訴のID
appeals-gone-on = フォームを作った後に記録が加わりました。上を確認してから送り直してください。
appeals-recorded = 記録しました。
appeals-deadline = 上訴期限
appeals-in-time = 期限内に提出
appeals-panel = 裁定委員会
appeals-no-panel = 委員会はまだ構成されていません。
appeals-heard = 陳述と証拠
appeals-dossier = 上訴記録を印刷
appeals-next = 次の手続き
appeals-seat = 委員会を構成する
appeals-state = 陳述を記録する
appeals-attach = 証拠を添える
appeals-decide = 決定する
appeals-own-ruling = 自分の裁定への上訴を決定することはできません。
appeals-withdraw = 取り下げを記録する
appeals-own-part = その裁定に関わった
appeals-attach-explained = ここに添える証拠は、この大会を閲覧できる人すべてに公開されます。ファイルを選ぶか、別に提出するファイルのハッシュを書いてください。
appeals-evidence-id = 証拠のID
appeals-evidence-title = 内容
appeals-evidence-bytes = サイズ（バイト）
appeals-evidence-type = メディアタイプ（例 video/mp4）
appeals-withdraw-sure = 上訴人が取り下げます。記録は残ります。
appeals-not-yours = この手続きはあなたの権限ではありません。
appeals-members-missing = 委員を選んでください。
appeals-both = { $who }は委員と回避の両方にはなれません。
appeals-statement-missing = 誰が何を述べたかを書いてください。
appeals-file-missing = ファイルを選ぶか、SHA-256とサイズを書いてください。
appeals-orders-explained = 命じる事項は、全部または一部を認容する場合に実行されます。それ以外は元の裁定のままです。
appeals-for = 賛成票
appeals-votes-against = 反対票
appeals-reasons-missing = 決定の理由を書いてください。
appeals-type = 決定は上訴を終わらせ、取り消せません。記録するには{ $mark }を入力してください
appeals-type-wrong = 決定を記録するには{ $mark }を入力してください。

## Sheets for paper

sheet-ruling = 裁定書
sheet-appeal-form = 上訴書を印刷
sheet-do-print = 印刷
sheet-arbiter = 審判
sheet-chief = 審判長
sheet-made = 作成
sheet-appellant = 上訴人の署名
sheet-received = 受領者・日時
sheet-appeal = 上訴書
