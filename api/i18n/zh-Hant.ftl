### 程式的繁體中文文字。

## Sides and ranks

colour-black = 黑方
colour-white = 白方
rank-professional = 職業{ $grade }段
rank-dan = 業餘{ $grade }段
rank-kyu = { $grade }級

## Amounts

zi-quarter = 1/4
zi-half = 1/2
zi-three-quarters = 3/4
zi-whole = { $whole }子
zi-part = { $part }子
zi-mixed = { $whole }又{ $part }子
list-separator = 、

## Values

value-none = 無
value-erased = 記錄已應要求刪除
value-open = （未定）
value-deliberate = 故意
value-misread = 讀錯
value-permitted = 經裁判員許可
value-not-permitted = 未經許可
value-hand-on = 手未離子
value-struck-out = 不作數：該條目已劃去
vote-counted = { $for }票贊成，{ $against }票反對
move-pass = 虛著

## Offices

role-organiser = 組委會
role-chief-arbiter = 裁判長
role-deputy-chief-arbiter = 副裁判長
role-arbiter = 裁判員
role-recorder = 記錄員
role-panel-member = 仲裁委員會委員
role-reviewer = 審查員
role-auditor = 審計員

## Results

result-won-by-count = { $winner }數子勝
result-won-by-resignation = { $winner }中盤勝（對方認輸）
result-won-by-time = { $winner }勝（對方超時）
result-won-by-forfeit = { $winner }勝（對方判負）
result-won-by-warnings = { $winner }勝（對方兩次警告）
result-won-by-absence = { $winner }勝（對方缺席）
result-won-by-ruling = { $winner }勝（依裁決）
result-won-by-sanction = { $winner }勝（對方受處罰）
result-won-by-margin = { $winner }勝{ $margin }（{ $by }）
result-not-won = { $outcome }（{ $by }）
result-with-state = { $result }，{ $state }
result-none = 尚無結果
result-draw = 和棋
result-both-lose = 雙方均負
result-no-result = 無勝負
result-by-count = 數子
result-by-resignation = 中盤認輸
result-by-time = 超時
result-by-forfeit = 判負
result-by-warnings = 兩次警告
result-by-absence = 缺席
result-by-ruling = 裁決
result-by-sanction = 處罰
result-state-provisional = 未確認
result-state-confirmed = 已確認
result-state-appealed = 申訴中
result-state-final = 最終

## Orders of rulings and decisions

order-void-move = 條目{ $entry }的著手無效，棋子取回
order-move-stands = 條目{ $entry }的棋子留在原點有效
order-restore-stones = { $colour }棋子放回{ $points }
order-remove-stones = 提去{ $points }的棋子
order-move-stone = { $from }的棋子挪至{ $to }
order-swap-players = 雙方互換黑白，棋局保持不變
order-set-clock = 撥正計時：{ $settings }
order-treat-as-pass = { $colour }超時視為使用虛著
order-award-points = { $points }歸{ $colour }所有
order-resume = 續弈，計時器開動
order-set-result = 結果定為：{ $result }
order-draw = 判和
order-both-lose = 判雙方均負
order-no-result = 判無勝負
order-replay = 重賽，新局為{ $game }
order-overturn = { $ruling }不再有效

## Warnings, penalties, sanctions

warning-for = { $colour }警告一次
admonition-for = 對{ $colour }勸告一次
penalty-forfeit-turn = { $colour }棄權一次
penalty-deduct-zi = { $colour }罰出{ $amount }
penalty-deduct-time = 扣除{ $colour }用時{ $amount }
penalty-lose-game = 判{ $colour }負
sanction-cancel-results = 取消成績
sanction-lose-games = 判有關棋局負
sanction-drop-place = 降一個名次發放獎金
sanction-suspend = 停賽
sanction-censure = 通報批評

## Clocks

clock-left = 基本用時剩餘{ $time }
clock-periods-left = 讀秒剩餘{ $count }次
clock-period-left = 本次讀秒剩餘{ $time }
clock-moves-left = 本節尚須著{ $count }手
clock-used = 已用{ $time }
clock-over = 超時{ $time }
clock-running = 走時中
clock-set-left = { $colour }基本用時剩餘{ $time }
clock-set-periods = { $colour }讀秒剩餘{ $count }次
clock-set-turn = { $colour }本次讀秒已用{ $time }
clock-table = 上述各時刻的雙方計時與當時的結果
clock-strip = 雙方用時圖
clock-strip-reading = 每一橫條為一手所用時間，加高者為讀秒，虛線為雙方計時均停止。
call-left = 還剩{ $count }分鐘
call-minutes = { $count }分鐘

## Boards

board-description = 有效著手{ $moves }手；最後一手：{ $last }；輪到{ $colour }；被提：黑{ $black }子，白{ $white }子。
board-as-text = 文字棋盤
board-numbers = 數字為第{ $first }手起的著手。
board-unnumbered = 無數字的棋子在第{ $first }手之前已在盤上，或並非由著手放上。
board-triangle = △為爭議條目所涉之點。
board-square = □為裁決在盤上所改之點。
board-ring = 圓圈為最後一手。
scene-before = 條目#{ $entry }之前
scene-at = 條目#{ $entry }之時
scene-decided = 裁決{ $decision }之後

## Articles and findings

article-summary-unofficial = 提要（非正式）：
article-of-event = 本次比賽規程的補充條款
article-source = 引自{ $edition }版規則原文，原文誤植照錄；原文SHA-256：
finding-left-open = 條文未作限定。
finding-status-open = 待裁決
finding-status-ruled = 已依條文裁決
finding-status-departed = 裁決不同於條文所定
finding-status-lapsed = 已過期失效
finding-status-automatic = 自動生效
decider-automatic = 無須裁決，自動生效
decider-arbiter = 裁判員
decider-chief-arbiter = 裁判長
window-next-move = 對方下一手之前
window-any-move = 任一方下一手之前
window-colour-swap-last-move = 規則所定手數之內
window-cycle-broken = 循環被打破之前
window-game-end = 對局結束之前
window-never = 不限時
window-complaint = 已及時提出：
evidence-bytes = { $bytes }位元組
evidence-open = 公開
evidence-restricted = 不公開
evidence-file-awaited = 尚未收到
evidence-file-kept = 已存
evidence-file-deleted = 已刪除

## Breaches

breach-take-back = 悔棋
breach-stone-dropped = 棋子掉落
breach-stone-displaced = 移子
breach-board-scattered = 棋局散亂
breach-phone-rang = 手機發出響聲
breach-phone-viewed = 注視手機屏幕
breach-smoking = 吸煙
breach-talk = 交談
breach-consultation = 查閱資料
breach-disturbance = 妨礙他人
breach-left-game = 中途退場
breach-stalling = 無理消耗對方時間
breach-match-fixing = 下假棋
breach-ceremony-missed = 缺席儀式
breach-phone-used = 賽場內使用手機
breach-other = 其他
pause-schedule = 按日程暫停
pause-ruling = 等待裁決
pause-fault = 器材故障
pause-consent = 雙方同意

## Appeals

appeal-status-filed = 已提出
appeal-status-seated = 仲裁委員會審理中
appeal-status-decided = 已裁定
appeal-status-withdrawn = 已撤回
appeal-outcome-upheld = 申訴成立
appeal-outcome-partly-upheld = 申訴部分成立
appeal-outcome-dismissed = 申訴駁回
appeal-outcome-out-of-time = 逾期失效

## Entries by their types

event-tournament-opened = 比賽開立
event-regulations-supplemented = 補充規定
event-official-appointed = 任命裁判或工作人員
event-official-relieved = 免職
event-team-registered = 隊伍註冊
event-player-registered = 棋手註冊
event-lineup-declared = 出場名單
event-lot-committed = 抽籤承諾
event-lot-drawn = 抽籤
event-round-paired = 本輪編排
event-pairing-changed = 編排變更
event-player-withdrew = 退出比賽
event-sanction-imposed = 處罰
event-sanction-lifted = 撤銷處罰
event-standings-published = 公佈名次
event-round-closed = 本輪結束
event-tournament-closed = 比賽結束
event-nigiri-held = 猜先
event-player-arrived = 棋手到場
event-player-absent = 棋手缺席
event-game-started = 對局開始
event-stone-played = 著子
event-turn-passed = 虛著
event-captives-lifted = 提子
event-clock-pressed = 按鐘
event-clock-read = 讀鐘
event-byoyomi-read = 讀秒
event-seat-left = 離席
event-seat-retaken = 回席
event-breach-observed = 發現違規
event-complaint-raised = 投訴
event-consent-given = 同意
event-game-paused = 對局暫停
event-game-resumed = 對局續弈
event-times-confirmed = 用時確認
event-clock-fault-found = 計時器故障
event-relief-requested = 申請按虛著處理
event-move-sealed = 封棋
event-seal-opened = 啟封
event-end-proposed = 提議終局
event-end-agreed = 同意終局
event-end-declined = 不同意終局
event-dead-stones-agreed = 確認死子
event-life-disputed = 死活爭議
event-contested-point-found = 發現可爭之點
event-board-counted = 數子
event-recount-requested = 要求復核
event-resigned = 認輸
event-result-confirmed = 確認結果
event-ruling-made = 裁決
event-warning-issued = 警告
event-admonition-given = 勸告
event-penalty-imposed = 判罰
event-entry-inserted = 補錄條目
event-entry-corrected = 更正條目
event-statement-taken = 陳述
event-evidence-attached = 證據
event-appeal-filed = 提出申訴
event-panel-seated = 仲裁委員會組成
event-appeal-decided = 仲裁裁定
event-appeal-withdrawn = 撤回申訴

## Names of fields

label-about = 關於
label-accepted = 錄入時間
label-after = 位於其後
label-against = 申訴對象
label-allowed = 條文允許
label-announced = 宣佈時間
label-answers = 答覆
label-appeal-by = 申訴人
label-area = 子數
label-article = 條文
label-as-of = 截至
label-authority = 決定機構
label-by = 當事方
label-call = 所讀
label-corrects = 更正對象
label-decided-by = 裁決人
label-decision = 裁決
label-decides = 由誰裁決
label-window = 提出時限
label-departure = 偏離
label-detected = 發現時間
label-edition = 規則
label-effect = 效果
label-entry = 條目
label-evidence = 證據
label-file = 檔案
label-facts = 事實
label-finding = 認定
label-from = 陳述人
label-game = 對局
label-games = 有關棋局
label-grounds = 理由
label-hand = 手
label-happened = 發生時間
label-intent = 意圖
label-kind = 類別
label-leave = 許可
label-lifted = 提去
label-moment = 時刻
label-names = 所提條文
label-orders = 裁定事項
label-outcome = 結論
label-panel = 委員
label-points = 點
label-read-as = 讀作
label-read-to = 讀秒對象
label-reading = 鐘面顯示
label-reasons = 理由
label-recorded-by = 記錄：
label-recused = 迴避
label-relief = 請求
label-result = 結果
label-result-now = 目前結果
label-ruled = 裁決內容
label-ruling = 裁決
label-says-dead = 認為是死棋的一方
label-sha256 = SHA-256
label-signatures = 簽名
label-stands = 效力
label-statement = 陳述
label-status = 狀態
label-stone = 棋子
label-text = 所述
label-times = 時區
label-tournament = 比賽
label-until = 期限
label-voiced-by = 代為提出
label-vote = 表決
label-whom = 處罰對象
label-with = 共同裁決

## The dossier of an appeal

dossier-title = 申訴案卷：{ $appeal }
dossier-game = 第{ $round }輪第{ $board }台（{ $game }）
dossier-as-of = 帳本條目#{ $seq }，錄入於{ $time }
dossier-decisions = 歷次裁決
dossier-no-decision = 尚無裁決。
dossier-stands = 有效
dossier-overturned = 被{ $by }撤銷
dossier-story = 事件經過
dossier-disputed = 爭議所在
dossier-departure = 該裁決不同於條文當時所允許的處理。
dossier-boards = 棋盤與計時
dossier-not-named = 裁決未指明所針對的條目：以下為裁決前的最後一手。
dossier-articles = 所引條文
dossier-no-article = 未引用條文。
dossier-entries = 所引條目
dossier-hash-rule = 條目的雜湊值是一個零位元組加條目位元組的SHA-256。條目位元組載於本案卷檔案，任何人均可複算。
dossier-head = 當時帳本的最後條目為#{ $seq }，雜湊值{ $hash }。
dossier-bytes = 條目位元組
dossier-checkpoint = 各條目由{ $origin }對{ $size }條條目的已簽署檢查點證明，根雜湊{ $root }。
dossier-unsigned = 尚無已簽署的檢查點涵蓋本案卷的條目。
dossier-proofs = 條目的證明（C2SP tlog-proof）

## The frame of the pages

page-skip = 跳到正文
page-way = 目前位置
page-ledger = 帳本
page-size = 大小
page-entries = 條目數：{ $size }
page-last-hash = 最後條目的雜湊
page-check = 擁有資料目錄的人可用此命令全部核驗：
page-language = 語言
page-events = 比賽
page-no-events = 這裡沒有您可以查看的比賽。
page-for-programs = 程式介面
page-keys = 快速鍵
page-keys-only-show = 快速鍵只用於查看，不會寫入任何記錄。
page-letter-keys = 啟用單字元快速鍵
page-close = 關閉
page-round = 第{ $number }輪
page-board = 第{ $number }台
page-rounds-of = 第{ $rounds }輪，共{ $of }輪
page-closed = 已結束
page-under-way = 進行中
key-help = 顯示本說明
key-close = 關閉已開啟的內容

## Signing in

sign-in = 登入
sign-out = 登出
sign-as = 登入身分
sign-keeper = 服務管理員
sign-refused = 登入未成功
sign-explained = 工作人員用服務管理員發給的權杖登入。僅瀏覽無需登入。
sign-token = 權杖

## Problems

problem-meaning = 這是什麼意思
problem-trace = 追蹤號
problem-again = 同樣的請求稍後可能成功。
problem-not-again = 同樣的請求稍後也不會成功。
problem-code = 代碼
problem-status = HTTP狀態

## Tournaments

page-parts = 本頁內容
page-rounds = 輪次
page-no-rounds = 尚未編排任何輪次。
page-not-opened = 此帳本中沒有比賽。
page-players = 棋手：{ $players }
page-starts = 開賽：
page-boards-of = 第{ $number }輪各台
page-board-short = 台
page-round-short = 輪
page-pairing = 黑方、白方
page-moves = 手數
page-byes = 輪空：
page-open-findings = 待裁：{ $count }
page-nigiri = 猜先決定
page-standings-after = 第{ $number }輪後名次。
page-origin = 每個數字均可點擊查看來源。
page-place = 名次
page-name = 姓名
page-rank = 段級位
page-number = 序號
page-separated = 與下一名的區分
page-open-games = 尚未結束：
page-provisional = 尚未全部確認：
page-appealed = 申訴中：
page-lifted = 已解除
page-cross-signs = 12+b：執黑勝12號；− 負，= 和，# 雙方負，x 取消，! 未下。
page-by = 記錄者
key-round = 上一輪、下一輪
tab-boards = 對局
tab-standings = 名次
tab-crosstable = 對陣表
tab-moves = 著手
tab-clock = 棋鐘
tab-timeline = 時間線
tab-findings = 判定
game-status-paired = 已編排
game-status-playing = 進行中
game-status-paused = 暫停
game-status-sealed = 封棋
game-status-ending = 雙方終局
game-status-counting = 數子中
game-status-finished = 已結束
game-status-confirmed = 已確認
explain-title = { $name }：第{ $round }輪後第{ $place }名
explain-bouts = 各輪計分
explain-opponent = 對手
explain-points = 得分
explain-worth = 對手所計分
explain-bye = 輪空
explain-sums = 合計
explain-in-force = 本賽採用；最高分{ $highest }
explain-otherwise = 另一種解釋；最高分{ $highest }
explain-order = 名次排列依據
explain-above = 與上一名的區分，
explain-below = 與下一名的區分，
explain-nothing = 無區分，名次並列
bout-won = 勝
bout-drew = 和
bout-lost = 負
bout-both-lost = 雙方負
bout-cancelled = 取消
basis-played = 對局
basis-sanction = 處罰
basis-withdrawal = 退賽

## A game

game-board = 棋盤
game-to-play = 輪走
game-at-move = 第{ $number }手後的棋盤
game-lost-stones = 被提：{ $count }子
game-warnings = 警告：{ $count }
game-replayed-as = 重賽：
game-ruling-published = 已公布裁決{ $ruling }：{ $outcome }
game-steps = 前後步進
game-first = 開局
game-back-ten = 後退十手
game-back = 後退一手
game-on = 前進一手
game-on-ten = 前進十手
game-last = 目前
game-move = 手數
game-go = 跳轉
game-looks = 棋盤顯示
game-coordinates = 座標
game-numbers = 手數編號
game-turned = 反向
game-incidents = 事件
game-incident-before = 上一事件
game-incident-after = 下一事件
game-no-moves = 尚未落子。
game-voided = 經裁決撤回：
game-clocks-at = 第{ $number }手後的棋鐘
game-to-call = 繼續思考時的讀秒
game-no-clock = 本局沒有可繪製時間條的計時。
game-nothing = 尚無記錄。
game-part = 第{ $from }至{ $to }項，共{ $all }項
game-parts = 時間線分段
game-earlier = 更早
game-later = 更晚
game-amended = 已更正
game-no-findings = 規則未見異常，亦無裁決。
game-findings = 判定與裁決
game-overturned = 已撤銷
game-fold = 全部摺疊
game-unfold = 全部展開
penalty-name-forfeit-turn = 停一手
penalty-name-deduct-zi = 罰子
penalty-name-deduct-time = 罰時
penalty-name-lose-game = 判負
event-overturned = 裁決被撤銷
event-struck-out = 已刪除
event-set-apart = 單列
key-step = 後退、前進一手
key-ten = 後退、前進十手
key-ends = 開局、目前
key-go-to = 跳轉到某手
key-incident = 下一事件、上一事件
key-fold = 全部摺疊、展開
key-coordinates = 座標
key-numbers = 手數編號
key-turn = 反轉棋盤
key-tab = 著手、棋鐘、時間線、判定

## Standings

criterion-total-score = 總分
criterion-points = 積分
criterion-opponents = 對手分
criterion-beaten = 勝者小分
criterion-warnings = 警告次數
criterion-wins = 勝局數
criterion-direct = 直接對局
criterion-sos = 對手分
criterion-sos1 = 去一最低對手分
criterion-sos2 = 去二最低對手分
criterion-sosos = 對手的對手分
criterion-sodos = 所勝對手分
criterion-cumulative = 累進分
criterion-boards = 逐台比較
criterion-rating = 等級分
criterion-playoff = 加賽
criterion-lot = 抽籤
criterion-elimination = 較晚淘汰
unplaced-withdrew-before-start = 第一輪前退出
unplaced-results-void = 提前退出，全部成績作廢
pmax-scored = 實際最高積分
pmax-possible = 可能的最高積分
format-swiss = 積分編排制
format-round-robin = 單循環制
format-double-round-robin = 雙循環制
format-multi-round-robin = 多循環制
format-knockout = 單敗淘汰制
format-double-knockout = 雙敗淘汰制
format-multi-knockout = 多敗淘汰制
format-swiss-knockout = 積分編排加淘汰制
format-match = 番棋
format-win-and-stay = 擂台賽
edition-cn-1988 = 圍棋競賽規則1988年版
edition-cn-2002 = 圍棋競賽規則2002年版

# An anti-cheating review: its report and its page.
review-title = 審查 {$review}：報告
review-not-a-verdict = 本報告只列出數字及其依據，不對任何人的行為下結論。後續由有權裁決者決定。
review-done = 做了什麼
review-figures = 數字與對照
review-moves = 值得細看的著手
review-clears = 對棋手有利的情況
review-limits = 方法的侷限
review-course = 審查經過
review-notes = 審查人意見
review-answers = 棋手的陳述
review-conclusions = 結論與申訴
review-evidence = 證據
review-player = 棋手{$label}
review-tournament = 比賽
review-occasion = 起因
review-question = 問題
review-reviewers = 審查人
review-games = 對局
review-standard = 證明標準
review-opened-at = 開始時間
review-status = 狀態
review-status-open = 進行中
review-status-concluded = 已結束
review-status-appealed = 申訴中
review-method = 方法 {$number}：{$name}
review-method-rule = 統計前先剔除：第1至{$opening}手；一方勝率不低於{$settled}%的著手；其他各手都比首選至少多損{$forced}目的著手；引擎訪問次數少於{$visits}的局面。與首選相當：損失不超過{$near}目。快手：少於{$quick}毫秒。不足{$moves}手的數字不予給出；z值需要{$group}個成員。
review-method-changed = 已變更：{$reason}
review-engine = 引擎
review-engine-said = {$program} {$version}，網路{$network}，每局面{$visits}次訪問，{$when}
review-no-engine = 沒有可用的引擎結果：僅有用時數字。
review-group = 對照組
review-group-said = {$name}：{$members}個成員
review-no-group = 未指定或不可用：不作比較。
review-computed = 由{$program}依據比賽記錄至第{$seq}條計算。
review-figure = 數字
review-whose-subject = 在這些對局中
review-whose-opponent = 對手
review-whose-other-games = 其他對局
review-whose-reference = 對照組
review-z = z值
review-too-few = 太少（n {$n}）
review-value = {$value} ± {$spread}（n {$n}）
review-figure-time-mean-s = 每手用時均值（秒）
review-figure-time-median-s = 每手用時中位數（秒）
review-figure-quick-share = 快手比例
review-figure-time-variation = 用時的不均勻度（標準差/均值）
review-figure-time-unknown-share = 用時不明的比例
review-figure-time-choice-correlation = 用時與選擇餘地的等級相關
review-figure-first-choice-share = 引擎首選比例
review-figure-first-choice-weighted = 同上，按選擇餘地加權
review-figure-near-equal-share = 與首選相當的比例
review-figure-rank-mean = 在引擎選點中的名次均值
review-figure-points-lost-mean = 每手損失目數均值
review-figure-left-out-share = 剔除的著手比例
review-times-drawn = 各用時段的著手數
review-members-drawn = {$figure}：對照組與該棋手
review-no-moves = 沒有特別列出的著手。
review-move = {$game}，第{$number}手：{$point}
review-move-said = 名次{$rank}，損失{$lost}目，選擇餘地{$choice}目，用時{$time}
review-move-first = A：引擎首選
review-unknown = 不明
review-moves-rule = 每位棋手列出計入統計、選擇餘地最大的著手：與首選一致的{$count}手及損失最大的{$count}手。
review-absences = 離席
review-absence = {$game}：{$from}至{$until}離席，其後第{$next}手，{$choices}
review-absence-none = 沒有離席記錄。
review-absence-rank = 為引擎的第{$rank}選
review-absence-unranked = 不在引擎選點之列或不明
review-clear-within = {$figure}：{$value}在對照組的一個標準差之內（z {$z}）。
review-clear-other = {$figure}：{$value}，該棋手其他對局為{$other}。
review-clear-opponent = {$figure}：{$value}，同局對手為{$other}。
review-clear-lost = 計入的{$of}手中有{$count}手各損失{$points}目以上。
review-clear-seat = 這些對局中沒有離席記錄。
review-clear-none = 從數字中沒有得出此類情況；這也並不說明對棋手不利。
review-limit-agreement = 與引擎一致說明著手的好壞，不說明它如何得來。強手常與引擎一致，有些對局幾乎全部一致。
review-limit-chosen = 看到數字之後才選定的門檻或區間不能證明任何事。上述方法事先確定，每次變更都有記錄。
review-limit-engine = 換一個引擎、網路或訪問次數，數字就會不同。訪問次數少則引擎的選擇不可靠。
review-limit-moves = 同一局的著手彼此相關：單局的離散程度所說明的，少於其手數所示。
review-limit-many = 查看許多棋手時，僅憑偶然也會出現不尋常的數字。z值只說明與對照組的距離，不說明原因。
review-limit-time = 用時以記錄為準；記錄沒有的即為不明，不予計入。遲錄的按鐘會使用時在著手之間移動。
review-note-sealed = 已封存，尚未打開
review-note-none = 尚無
review-declined = 已詢問，選擇不作陳述
review-asked = 詢問：{$put}
review-conclusion-not-met = 未達到證明標準
review-conclusion-referred = 連同證據移交裁決者
review-conclusion-undetermined = 不足以判斷
review-concluded-by = {$conclusion}（標準：{$standard}）
review-rests-on = 依據條目：{$entries}
review-appeal = 申訴
review-until = 將於{$date}刪除
review-names-blind = 在揭示之前以字母稱呼棋手。
review-print = 列印用報告
review-page = 公平競賽審查
review-looks = 查閱記錄
review-looks-said = 每次查看本頁都記錄在審查帳本中。
review-times-strip = 每手用時
review-recorded = 已記錄的數字
review-recorded-none = 尚未記錄。
